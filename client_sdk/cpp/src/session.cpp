#include "session.hpp"

#include <algorithm>
#include <utility>

#include "check.hpp"
#include "errors.hpp"
#include "log.hpp"
#include "read.hpp"

namespace conquian {
namespace {

// Ids of deals that have ended, kept so that an end that comes twice is told from a new deal. What
// a referee sends again after a lost connection is recent, so that a few hundred are plenty.
constexpr std::size_t kRememberedEnds = 1024;

constexpr std::uint32_t kProtocolMajor = 1;
constexpr std::uint32_t kProtocolMinor = 0;

v1::Hello hello(const Profile& profile, const std::string& resume_token) {
  v1::Hello hello;
  hello.mutable_protocol_version()->set_major(kProtocolMajor);
  hello.mutable_protocol_version()->set_minor(kProtocolMinor);
  hello.set_bot_name(profile.name);
  hello.set_bot_version(profile.version);
  hello.set_sdk_name("conquian-cpp");
  hello.set_sdk_version(CONQUIAN_SDK_VERSION);
  hello.mutable_rulesets()->Add(profile.rulesets.begin(), profile.rulesets.end());
  hello.set_deals_at_once(static_cast<std::uint32_t>(profile.deals_at_once));
  hello.set_answer_only_choice(profile.answer_only_choice);
  hello.set_wants_history(profile.wants_history);
  hello.set_resume_token(resume_token);
  return hello;
}

bool is_harmless(v1::RejectionCode code) {
  return code == v1::REJECTION_CODE_STALE || code == v1::REJECTION_CODE_UNKNOWN;
}

std::string words(v1::DealEndReason reason) {
  if (reason == v1::DEAL_END_REASON_ILLEGAL_ACTION) return "illegal action";
  if (reason == v1::DEAL_END_REASON_TIMEOUT) return "timeout";
  return "disconnected";
}

}  // namespace

Session::Session(Profile profile, BotMaker make, Clock now)
    : profile_(std::move(profile)), make_(std::move(make)), now_(std::move(now)) {}

void Session::connected() {
  outgoing_.Clear();
  *outgoing_.add_entries()->mutable_hello() = hello(profile_, resume_token_);
}

void Session::take(const v1::PlayResponse& response) {
  for (const v1::RefereeEntry& entry : response.entries()) take(entry);
}

void Session::decide_next() {
  const Request request = std::move(waiting_.front());
  waiting_.pop_front();
  if (!is_worth_deciding(request)) return;
  OpenDeal& deal = known_.deals.at(request.deal_id);
  deal.answer = checked(deal.bot->decide(request.seen), request.seen, request.id);
  *outgoing_.add_entries()->mutable_decision() = *deal.answer;
}

v1::PlayRequest Session::take_outgoing() {
  return std::exchange(outgoing_, {});
}

/// Hear one entry; one that this version doesn't know is passed over.
void Session::take(const v1::RefereeEntry& entry) {
  switch (entry.entry_case()) {
    case v1::RefereeEntry::kWelcome:
      return take(entry.welcome());
    case v1::RefereeEntry::kRefusal:
      return take(entry.refusal());
    case v1::RefereeEntry::kLegStarted:
      return take(entry.leg_started());
    case v1::RefereeEntry::kDealStarted:
      return take(entry.deal_started());
    case v1::RefereeEntry::kDecisionRequested:
      return take(entry.decision_requested());
    case v1::RefereeEntry::kDecisionRejected:
      return take(entry.decision_rejected());
    case v1::RefereeEntry::kDealEnded:
      return take(entry.deal_ended());
    case v1::RefereeEntry::kLegEnded:
      return take(entry.leg_ended());
    case v1::RefereeEntry::kNotice:
      return take(entry.notice());
    case v1::RefereeEntry::ENTRY_NOT_SET:
      return;
  }
}

void Session::take(const v1::Welcome& welcome) {
  if (!welcome.resumed()) {
    known_ = {};
    waiting_.clear();
  }
  resume_token_ = welcome.resume_token();
  log((welcome.resumed() ? "back in session " : "in session ") + welcome.session_id() + " as " +
      profile_.name + ", up to " + std::to_string(welcome.limits().deals_at_once()) +
      " deals at once");
  if (!std::exchange(is_warm_, true) && profile_.warm_up) profile_.warm_up();
  outgoing_.add_entries()->mutable_ready();
}

void Session::take(const v1::Refusal& refusal) {
  if (!resume_token_.empty()) {
    throw RefereeLostError("the referee has given the session up: " + refusal.sentence());
  }
  throw RefusedError("the referee refuses the bot: " + refusal.sentence());
}

void Session::take(const v1::LegStarted& started) {
  known_.legs[started.leg_id()] = std::make_shared<const Leg>(read_leg(started));
}

void Session::take(const v1::DealStarted& started) {
  const auto leg = known_.legs.find(started.leg_id());
  if (is_known(started.deal_id()) || leg == known_.legs.end()) return;
  const auto deal = std::make_shared<const Deal>(read_deal(started, leg->second));
  auto bot = make_(*deal);
  if (!bot) throw UsageError("the function given to run() has made no bot");
  known_.deals[started.deal_id()] = {std::move(bot), deal, {}, {}};
}

bool Session::is_known(std::uint64_t deal_id) const {
  return known_.deals.contains(deal_id) ||
         std::ranges::find(known_.ended, deal_id) != known_.ended.end();
}

/// Hear a request. One that comes again gets the answer that was given, if there is one; it is
/// never decided twice.
void Session::take(const v1::DecisionRequested& request) {
  const auto found = known_.deals.find(request.deal_id());
  if (found == known_.deals.end()) return;
  OpenDeal& deal = found->second;
  if (deal.request_id != request.request_id()) return ask(deal, request);
  if (deal.answer) *outgoing_.add_entries()->mutable_decision() = *deal.answer;
}

void Session::ask(OpenDeal& deal, const v1::DecisionRequested& request) {
  if (request.kind() == v1::REQUEST_KIND_UNSPECIFIED || !v1::RequestKind_IsValid(request.kind())) {
    log("request " + std::to_string(request.request_id()) + " is of an unknown kind: passed over");
    return;
  }
  deal.request_id = request.request_id();
  deal.answer.reset();
  waiting_.push_back(
      {request.request_id(), request.deal_id(), read_observation(request, deal.deal, now_())});
}

/// Whether an answer can still be in time; a late one would only make others late.
bool Session::is_worth_deciding(const Request& request) const {
  if (!request.seen.deadline || now_() < *request.seen.deadline) return true;
  log("request " + std::to_string(request.id) + " is past its deadline: not decided");
  return false;
}

void Session::take(const v1::DecisionRejected& rejected) {
  if (is_harmless(rejected.code())) return;
  log("answer " + std::to_string(rejected.request_id()) + " not taken: " + rejected.sentence());
}

void Session::take(const v1::DealEnded& ended) {
  const auto open = known_.deals.extract(ended.deal_id());
  if (open.empty()) return;
  remember_end(ended.deal_id());
  std::erase_if(waiting_, [&](const Request& r) { return r.deal_id == ended.deal_id(); });
  const OpenDeal& deal = open.mapped();
  if (ended.has_offender() && static_cast<int>(ended.offender()) == deal.deal->seat) {
    log("deal " + std::to_string(deal.deal->number) + " forfeited: " + words(ended.reason()));
  }
  deal.bot->ended(read_deal_end(ended));
}

void Session::remember_end(std::uint64_t deal_id) {
  known_.ended.push_back(deal_id);
  if (known_.ended.size() > kRememberedEnds) known_.ended.pop_front();
}

void Session::take(const v1::LegEnded& ended) {
  if (known_.legs.erase(ended.leg_id()) == 0) return;
  std::string line = "leg of " + std::to_string(ended.deals_size()) + " deals ended, points";
  for (const int total : ended.totals()) line.append(" ").append(std::to_string(total));
  log(line);
}

void Session::take(const v1::Notice& notice) {
  if (notice.kind() == v1::NOTICE_KIND_STOPPING) is_stopping_ = true;
  log("the referee says: " + notice.sentence());
}

}  // namespace conquian
