#include "conquian/observation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "messages.hpp"
#include "read.hpp"

namespace conquian {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

Observation read(const v1::DecisionRequested& request) {
  return read_observation(request, std::make_shared<const Deal>(), steady_clock::time_point(10s));
}

v1::DecisionRequested offered() {
  return test::offer(1, 1).decision_requested();
}

// An observation holds what the request holds, and what is absent stays so.
TEST(ObservationTest, HoldsTheRequest) {
  const Observation seen = read(offered());
  EXPECT_EQ(seen.kind, Kind::offer);
  EXPECT_EQ(text(seen.hand), "5S 5H KC");
  EXPECT_EQ(seen.faced, Card("5D"));
  EXPECT_EQ(seen.faced_origin, Origin::discard);
  EXPECT_EQ(seen.faced_by, 1);
  EXPECT_EQ(text(seen.dead), "2S 3D");
  EXPECT_EQ(seen.stock_count, 17);
  EXPECT_TRUE(seen.table().empty());
  EXPECT_FALSE(seen.multiplier || seen.bank_left || seen.deadline || seen.time_left());
}

// Seat 0 that turned a card is told from an upcard that nobody turned.
TEST(ObservationTest, TellsSeatZeroFromNobody) {
  v1::DecisionRequested request = offered();
  request.mutable_observation()->set_faced_by(0);
  EXPECT_EQ(read(request).faced_by, 0);
  request.mutable_observation()->clear_faced_by();
  EXPECT_FALSE(read(request).faced_by);
}

// Durations count from the moment that the request was received.
TEST(ObservationTest, DeadlineCountsFromReceipt) {
  v1::DecisionRequested request = offered();
  request.mutable_time_to_deadline()->set_nanos(500'000'000);
  request.mutable_bank_left()->set_seconds(3);
  const Observation seen = read(request);
  EXPECT_EQ(seen.deadline, steady_clock::time_point(10'500ms));
  EXPECT_EQ(seen.bank_left, 3s);
  EXPECT_TRUE(seen.time_left());
}

// An option's discards are the hand cards that it leaves, and none where none is due.
TEST(ObservationTest, DiscardsAreWhatIsLeft) {
  v1::DecisionRequested request = offered();
  test::add_option(request, "5S5H5D", true);
  test::add_option(request, "5S5HKC");
  const Observation seen = read(request);
  EXPECT_EQ(text(seen.options[0].layout), "5S5H5D");
  EXPECT_EQ(text(seen.options[0].hand_cards), "5S 5H");
  EXPECT_EQ(text(seen.options[0].discards), "KC");
  EXPECT_TRUE(seen.options[1].discards.empty());
  EXPECT_FALSE(seen.options[2].uses_faced);
  EXPECT_TRUE(seen.options[2].discards.empty());
}

// The legal decisions are those that the kind and the options allow, each once.
TEST(ObservationTest, Decisions) {
  v1::DecisionRequested request = offered();
  test::add_option(request, "5S5HKC");
  Observation seen = read(request);
  EXPECT_EQ(seen.decisions(), (std::vector<Decision>{Pass{}, Meld{0, Card("KC")}, LayAndPass{1}}));
  seen.options[0].goes_out = true;
  seen.kind = Kind::forced;
  EXPECT_EQ(seen.decisions(), (std::vector<Decision>{Meld{0}, LayAndPass{1}}));
  seen.kind = Kind::force_question;
  EXPECT_EQ(seen.decisions(), (std::vector<Decision>{Demand{}, Waive{}}));
}

// What is unseen is all but the hand, the tables, the dead and the faced cards.
TEST(ObservationTest, Unseen) {
  Observation seen = read(offered());
  seen.tables[1] = {read_cards("AS AH AD"), read_cards("6C 7C JC")};
  const Cards unseen = seen.unseen();
  EXPECT_EQ(unseen.size(), 40u - 3 - 1 - 2 - 6);
  for (const Card known : read_cards("5S KC 5D 2S AH JC")) {
    EXPECT_TRUE(std::ranges::find(unseen, known) == unseen.end()) << known;
  }
}

// Cards of a newer contract are left out instead of ending the bot.
TEST(ObservationTest, UnknownCardsAreLeftOut) {
  v1::DecisionRequested request = offered();
  request.mutable_observation()->mutable_hand()->Add(77);
  request.mutable_observation()->set_faced(static_cast<v1::Card>(99));
  const Observation seen = read(request);
  EXPECT_EQ(text(seen.hand), "5S 5H KC");
  EXPECT_FALSE(seen.faced);
}

// A leg and a deal's end hold what their messages hold.
TEST(ObservationTest, LegAndEnd) {
  const Leg leg = read_leg(test::leg_started().leg_started());
  EXPECT_EQ(leg.ruleset.goal, 11);
  EXPECT_EQ(leg.ruleset.ace, Ace::low_or_high);
  EXPECT_FALSE(leg.target);
  const DealEnd end = read_deal_end(test::deal_ended(1).deal_ended());
  EXPECT_EQ(end.reason, EndReason::went_out);
  EXPECT_EQ(end.winner, 0);
  EXPECT_FALSE(end.offender);
  EXPECT_EQ(end.points, (std::vector{1, -1}));
  EXPECT_EQ(end.charges, (std::vector<std::chrono::nanoseconds>{2500ns}));
}

// The enumerations count as the contract's do, from their first to their last.
TEST(ObservationTest, EnumerationsAreTheContracts) {
  EXPECT_EQ(int(Kind::offer), v1::REQUEST_KIND_OFFER);
  EXPECT_EQ(int(Kind::force_question), v1::REQUEST_KIND_FORCE_QUESTION);
  EXPECT_EQ(int(Origin::stock), v1::FACED_ORIGIN_STOCK);
  EXPECT_EQ(int(Origin::initial_upcard), v1::FACED_ORIGIN_INITIAL_UPCARD);
  EXPECT_EQ(int(EndReason::went_out), v1::DEAL_END_REASON_WENT_OUT);
  EXPECT_EQ(int(EndReason::called_off), v1::DEAL_END_REASON_CALLED_OFF);
  EXPECT_EQ(int(Ace::low), v1::ACE_LOW);
  EXPECT_EQ(int(HandMelds::own_stock_card), v1::HAND_MELDS_OWN_STOCK_CARD);
  EXPECT_EQ(int(ForceScope::not_turned), v1::FORCE_SCOPE_NOT_TURNED);
  EXPECT_EQ(int(ForcedPlay::add), v1::FORCED_PLAY_ADD);
  EXPECT_EQ(int(Payment::hand), v1::PAYMENT_HAND);
  EXPECT_EQ(int(DrawCarry::carry), v1::DRAW_CARRY_CARRY);
}

}  // namespace
}  // namespace conquian
