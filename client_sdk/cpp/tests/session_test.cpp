#include "session.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "errors.hpp"
#include "messages.hpp"

namespace conquian {
namespace {

using namespace std::chrono_literals;
using test::deal_ended, test::deal_started, test::leg_started, test::offer, test::together,
    test::welcome;

/// What the bots of a test were told, in order, and what they answer.
struct Story {
  std::vector<std::string> told;
  std::function<Decision(const Observation&)> answer = [](const Observation&) { return Pass{}; };
};

class StoryBot final : public Bot {
 public:
  StoryBot(Story& story, const Deal& deal) : story_(story), number_(std::to_string(deal.number)) {
    story_.told.push_back("made " + number_);
  }

  Decision decide(const Observation& seen) override {
    story_.told.push_back("asked " + number_ + " of " + std::to_string(seen.deal->number));
    return story_.answer(seen);
  }

  void ended(const DealEnd&) override { story_.told.push_back("ended " + number_); }

 private:
  Story& story_;
  std::string number_;
};

class SessionTest : public testing::Test {
 protected:
  SessionTest() { session_.connected(); }

  void hear(const std::vector<v1::RefereeEntry>& entries) { session_.take(together(entries)); }

  void begin() {
    hear({welcome(), leg_started(), deal_started(1)});
    session_.take_outgoing();
    story_.told.clear();
  }

  void decide_all() {
    while (session_.has_waiting()) session_.decide_next();
  }

  void reconnect(bool is_resumed) {
    session_.connected();
    hear({welcome(is_resumed)});
  }

  /// The kinds of the entries that are ready, with the ids of answered requests.
  std::string ready() {
    std::string all;
    const v1::PlayRequest sent = session_.take_outgoing();
    for (const v1::BotEntry& entry : sent.entries()) {
      if (!all.empty()) all += ' ';
      if (entry.has_hello()) all += "hello";
      if (entry.has_ready()) all += "ready";
      if (entry.has_decision()) all += std::to_string(entry.decision().request_id());
    }
    return all;
  }

  Story story_;
  std::chrono::steady_clock::time_point now_{};
  int warm_ups_ = 0;
  Session session_{
      {.name = "tester", .version = "3", .rulesets = {"hoyle"}, .warm_up = [this] { ++warm_ups_; }},
      [this](const Deal& deal) { return std::make_unique<StoryBot>(story_, deal); },
      [this] { return now_; }};
};

using Told = std::vector<std::string>;

// The hello says who the bot is and what it plays, and carries no token at first.
TEST_F(SessionTest, HelloSaysWhoTheBotIs) {
  const v1::PlayRequest sent = session_.take_outgoing();
  ASSERT_EQ(sent.entries_size(), 1);
  const v1::Hello& hello = sent.entries(0).hello();
  EXPECT_EQ(hello.protocol_version().major(), 1u);
  EXPECT_EQ(hello.bot_name(), "tester");
  EXPECT_EQ(hello.bot_version(), "3");
  EXPECT_EQ(hello.sdk_name(), "conquian-cpp");
  EXPECT_EQ(hello.rulesets(0), "hoyle");
  EXPECT_EQ(hello.deals_at_once(), 32u);
  EXPECT_EQ(hello.resume_token(), "");
}

// Every welcome is answered by a ready; the bot warms up before the first of them alone.
TEST_F(SessionTest, ReadyAfterEachWelcome) {
  hear({welcome()});
  EXPECT_EQ(ready(), "hello ready");
  reconnect(true);
  EXPECT_EQ(ready(), "hello ready");
  EXPECT_EQ(warm_ups_, 1);
}

// Each deal has a bot of its own, which gets that deal's requests and its end.
TEST_F(SessionTest, DealsDoNotMix) {
  hear({welcome(), leg_started(), deal_started(1), deal_started(2)});
  hear({offer(11, 2), offer(12, 1)});
  decide_all();
  hear({deal_ended(2)});
  EXPECT_EQ(story_.told, (Told{"made 1", "made 2", "asked 2 of 2", "asked 1 of 1", "ended 2"}));
  EXPECT_TRUE(session_.is_open());
  hear({deal_ended(1)});
  EXPECT_FALSE(session_.is_open());
}

// What is decided before a sending goes out in one message, in order.
TEST_F(SessionTest, AnswersGoTogether) {
  begin();
  hear({deal_started(2)});
  hear({offer(11, 1)});
  hear({offer(12, 2)});
  decide_all();
  EXPECT_EQ(ready(), "11 12");
  EXPECT_EQ(ready(), "");
}

// A request that comes again gets the same answer again and is not decided twice.
TEST_F(SessionTest, AnswersAgainWithoutDeciding) {
  begin();
  hear({offer(11, 1)});
  decide_all();
  reconnect(true);
  EXPECT_EQ(ready(), "hello ready");
  hear({leg_started(), deal_started(1), offer(11, 1)});
  decide_all();
  EXPECT_EQ(ready(), "11");
  EXPECT_EQ(story_.told, (Told{"asked 1 of 1"}));
}

// A request that comes again while it waits is decided once.
TEST_F(SessionTest, WaitingRequestIsNotAskedTwice) {
  begin();
  hear({offer(11, 1), offer(11, 1)});
  decide_all();
  EXPECT_EQ(ready(), "11");
}

// A new request of the deal is decided anew.
TEST_F(SessionTest, NextRequestIsDecided) {
  begin();
  hear({offer(11, 1)});
  decide_all();
  hear({offer(12, 1)});
  decide_all();
  EXPECT_EQ(ready(), "11 12");
}

// The hello of a new connection carries the token, and nothing that was unsent goes before it.
TEST_F(SessionTest, NewConnectionBeginsAfresh) {
  begin();
  hear({offer(11, 1)});
  decide_all();
  session_.connected();
  const v1::PlayRequest sent = session_.take_outgoing();
  ASSERT_EQ(sent.entries_size(), 1);
  EXPECT_EQ(sent.entries(0).hello().resume_token(), "come back");
}

// Starts and ends that come twice change nothing.
TEST_F(SessionTest, EntriesMayComeTwice) {
  begin();
  hear({leg_started(), deal_started(1)});
  hear({deal_ended(1), deal_ended(1), deal_started(1)});
  EXPECT_EQ(story_.told, (Told{"ended 1"}));
  EXPECT_FALSE(session_.is_open());
}

// A welcome that does not resume means that all deals are gone.
TEST_F(SessionTest, NotResumedForgetsAll) {
  begin();
  hear({offer(11, 1)});
  reconnect(false);
  EXPECT_FALSE(session_.is_open());
  EXPECT_FALSE(session_.has_waiting());
  hear({offer(11, 1)});
  EXPECT_FALSE(session_.has_waiting());
}

// A request past its deadline is not decided; one in time is.
TEST_F(SessionTest, LateRequestsAreNotDecided) {
  begin();
  v1::RefereeEntry asked = offer(11, 1);
  asked.mutable_decision_requested()->mutable_time_to_deadline()->set_seconds(1);
  hear({asked});
  now_ += 1s;
  decide_all();
  EXPECT_EQ(story_.told, Told{});
  asked.mutable_decision_requested()->set_request_id(12);
  hear({asked});
  now_ += 999ms;
  decide_all();
  EXPECT_EQ(ready(), "12");
}

// The end of a deal drops its requests that wait.
TEST_F(SessionTest, EndDropsRequests) {
  begin();
  hear({offer(11, 1), deal_ended(1)});
  EXPECT_FALSE(session_.has_waiting());
  EXPECT_EQ(story_.told, (Told{"ended 1"}));
}

// A decision that can't answer its request throws and leaves nothing to send.
TEST_F(SessionTest, BadDecisionIsNotSent) {
  begin();
  story_.answer = [](const Observation&) { return Demand{}; };
  hear({offer(11, 1)});
  EXPECT_THROW(session_.decide_next(), DecisionError);
  EXPECT_EQ(ready(), "");
}

// What is unknown is passed over: entries, kinds, and deals and legs never told of.
TEST_F(SessionTest, UnknownIsPassedOver) {
  begin();
  v1::RefereeEntry strange = offer(12, 1);
  strange.mutable_decision_requested()->set_kind(static_cast<v1::RequestKind>(9));
  v1::RefereeEntry legless = deal_started(5);
  legless.mutable_deal_started()->set_leg_id("another");
  hear({v1::RefereeEntry(), strange, offer(13, 4), legless, offer(14, 5), deal_ended(4)});
  EXPECT_FALSE(session_.has_waiting());
  EXPECT_EQ(story_.told, Told{});
}

// A first hello that is refused is the bot's matter, a later one means a lost session.
TEST_F(SessionTest, Refusals) {
  EXPECT_THROW(hear({test::refusal("no")}), RefusedError);
  begin();
  session_.connected();
  EXPECT_THROW(hear({test::refusal("too late")}), RefereeLostError);
}

// A bot made with its deal knows its seed and its leg.
TEST(SessionMakingTest, BotsGetTheirDeal) {
  std::uint64_t seed = 0;
  std::string ruleset;
  Story story;
  Session session({.name = "tester"}, [&](const Deal& deal) {
    seed = deal.seed;
    ruleset = deal.leg->ruleset.name;
    return std::make_unique<StoryBot>(story, deal);
  });
  session.take(together({welcome(), leg_started(), deal_started(3)}));
  EXPECT_EQ(seed, 1003u);
  EXPECT_EQ(ruleset, "classic");
}

// A function that makes no bot is told so.
TEST(SessionMakingTest, NoBotIsRefused) {
  Session session({.name = "tester"}, [](const Deal&) { return nullptr; });
  EXPECT_THROW(session.take(together({welcome(), leg_started(), deal_started(3)})), UsageError);
}

}  // namespace
}  // namespace conquian
