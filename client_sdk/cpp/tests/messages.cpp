#include "messages.hpp"

#include <algorithm>

#include "read.hpp"

namespace conquian::test {
namespace {

void add(google::protobuf::RepeatedField<int>& field, const std::string& cards) {
  for (const Card card : read_cards(cards)) field.Add(number(card));
}

}  // namespace

v1::RefereeEntry welcome(bool is_resumed) {
  v1::RefereeEntry entry;
  v1::Welcome& welcome = *entry.mutable_welcome();
  welcome.set_session_id("one");
  welcome.set_resume_token("come back");
  welcome.set_resumed(is_resumed);
  welcome.mutable_limits()->set_deals_at_once(2);
  return entry;
}

v1::RefereeEntry refusal(const std::string& sentence) {
  v1::RefereeEntry entry;
  entry.mutable_refusal()->set_sentence(sentence);
  return entry;
}

v1::RefereeEntry leg_started() {
  v1::RefereeEntry entry;
  v1::LegStarted& leg = *entry.mutable_leg_started();
  leg.set_leg_id("leg");
  leg.mutable_ruleset()->set_name("classic");
  leg.mutable_ruleset()->set_goal(11);
  leg.mutable_ruleset()->set_ace(v1::ACE_LOW_OR_HIGH);
  leg.set_seat_count(2);
  leg.set_deal_count(3);
  return entry;
}

v1::RefereeEntry deal_started(std::uint64_t deal_id) {
  v1::RefereeEntry entry;
  v1::DealStarted& deal = *entry.mutable_deal_started();
  deal.set_deal_id(deal_id);
  deal.set_leg_id("leg");
  deal.set_number(static_cast<std::uint32_t>(deal_id));
  deal.set_dealer(1);
  deal.set_bot_seed(1000 + deal_id);
  add(*deal.mutable_hand(), "5S 5H KC");
  return entry;
}

v1::RefereeEntry offer(std::uint64_t request_id, std::uint64_t deal_id) {
  v1::RefereeEntry entry;
  v1::DecisionRequested& request = *entry.mutable_decision_requested();
  request.set_request_id(request_id);
  request.set_deal_id(deal_id);
  request.set_kind(v1::REQUEST_KIND_OFFER);
  v1::Observation& seen = *request.mutable_observation();
  add(*seen.mutable_hand(), "5S 5H KC");
  seen.set_faced(v1::CARD_5D);
  seen.set_faced_origin(v1::FACED_ORIGIN_DISCARD);
  seen.set_faced_by(1);
  seen.add_tables();
  seen.add_tables();
  add(*seen.mutable_dead(), "2S 3D");
  seen.set_stock_count(17);
  add_option(request, "5S5H5D");
  return entry;
}

v1::RefereeEntry deal_ended(std::uint64_t deal_id) {
  v1::RefereeEntry entry;
  v1::DealEnded& end = *entry.mutable_deal_ended();
  end.set_deal_id(deal_id);
  end.set_reason(v1::DEAL_END_REASON_WENT_OUT);
  end.set_winner(0);
  end.add_points(1);
  end.add_points(-1);
  end.add_charges()->set_nanos(2500);
  return entry;
}

v1::RefereeEntry leg_ended() {
  v1::RefereeEntry entry;
  entry.mutable_leg_ended()->set_leg_id("leg");
  return entry;
}

v1::PlayResponse together(const std::vector<v1::RefereeEntry>& entries) {
  v1::PlayResponse response;
  for (const v1::RefereeEntry& entry : entries) *response.add_entries() = entry;
  return response;
}

void add_option(v1::DecisionRequested& request, const std::string& layout, bool goes_out) {
  v1::Option& option = *request.add_options();
  add(*option.add_layout()->mutable_cards(), layout);
  for (const int card : option.layout(0).cards()) {
    const auto& hand = request.observation().hand();
    if (std::ranges::find(hand, card) != hand.end()) {
      option.add_hand_cards(static_cast<v1::Card>(card));
    } else {
      option.set_uses_faced(true);
    }
  }
  option.set_goes_out(goes_out);
}

}  // namespace conquian::test
