#include "read.hpp"

#include <algorithm>
#include <utility>

namespace conquian {
namespace {

int whole(std::uint32_t value) {
  return static_cast<int>(value);
}

template <class Values>
std::vector<int> wholes(const Values& values) {
  return {values.begin(), values.end()};
}

// The values of the enumerations here are those of the contract, which keeps them for good.
template <class Enumeration>
Enumeration named(int value) {
  return static_cast<Enumeration>(value);
}

std::optional<Card> card(int number) {
  if (number < 1 || number > Card::count) return {};
  return Card(number - 1);
}

Cards cards(const google::protobuf::RepeatedField<int>& numbers) {
  Cards all;
  all.reserve(static_cast<std::size_t>(numbers.size()));
  for (const int number : numbers) {
    if (const auto known = card(number)) all.push_back(*known);
  }
  return all;
}

Layout layout(const google::protobuf::RepeatedPtrField<v1::Meld>& melds) {
  Layout all;
  all.reserve(static_cast<std::size_t>(melds.size()));
  for (const v1::Meld& meld : melds) all.push_back(cards(meld.cards()));
  return all;
}

std::chrono::nanoseconds duration(const google::protobuf::Duration& message) {
  return std::chrono::seconds(message.seconds()) + std::chrono::nanoseconds(message.nanos());
}

Ruleset read_ruleset(const v1::Ruleset& message) {
  return {
      .name = message.name(),
      .seats_min = whole(message.seats_min()),
      .seats_max = whole(message.seats_max()),
      .hand_size = whole(message.hand_size()),
      .goal = whole(message.goal()),
      .ace = named<Ace>(message.ace()),
      .max_sequence = whole(message.max_sequence()),
      .initial_upcard = message.initial_upcard(),
      .hand_melds = named<HandMelds>(message.hand_melds()),
      .force_scope = named<ForceScope>(message.force_scope()),
      .forced_play = named<ForcedPlay>(message.forced_play()),
      .payment = named<Payment>(message.payment()),
      .draw_carry = named<DrawCarry>(message.draw_carry()),
  };
}

Cards without(const Cards& some, const Cards& laid) {
  Cards left;
  left.reserve(some.size());
  std::ranges::copy_if(some, std::back_inserter(left),
                       [&](Card card) { return std::ranges::find(laid, card) == laid.end(); });
  return left;
}

Option read_option(const v1::Option& message, std::size_t index, const Cards& hand) {
  Option option{
      .index = index,
      .layout = layout(message.layout()),
      .hand_cards = cards(message.hand_cards()),
      .goes_out = message.goes_out(),
      .uses_faced = message.uses_faced(),
      .discards = {},
  };
  if (option.uses_faced && !option.goes_out) option.discards = without(hand, option.hand_cards);
  return option;
}

Observation read_seen(const v1::Observation& message) {
  Observation seen;
  seen.seat = whole(message.seat());
  seen.dealer = whole(message.dealer());
  seen.hand = cards(message.hand());
  for (const v1::Table& table : message.tables()) seen.tables.push_back(layout(table.melds()));
  seen.faced = card(message.faced());
  seen.faced_origin = named<Origin>(message.faced_origin());
  if (message.has_faced_by()) seen.faced_by = whole(message.faced_by());
  seen.passed_seats = wholes(message.passed_seats());
  seen.dead = cards(message.dead());
  seen.stock_count = whole(message.stock_count());
  seen.hand_counts = wholes(message.hand_counts());
  seen.scores = wholes(message.scores());
  if (message.has_multiplier()) seen.multiplier = whole(message.multiplier());
  seen.action_count = whole(message.action_count());
  return seen;
}

}  // namespace

v1::Card number(Card card) {
  return static_cast<v1::Card>(card.index() + 1);
}

Leg read_leg(const v1::LegStarted& message) {
  Leg leg{
      .id = message.leg_id(),
      .ruleset = read_ruleset(message.ruleset()),
      .seat = whole(message.seat()),
      .seat_count = whole(message.seat_count()),
      .seat_names = {message.seat_names().begin(), message.seat_names().end()},
      .deal_count = whole(message.deal_count()),
      .target = {},
  };
  if (message.has_target()) leg.target = whole(message.target());
  return leg;
}

Deal read_deal(const v1::DealStarted& message, std::shared_ptr<const Leg> leg) {
  return {
      .number = whole(message.number()),
      .dealer = whole(message.dealer()),
      .seat = whole(message.seat()),
      .hand = cards(message.hand()),
      .seed = message.bot_seed(),
      .leg = std::move(leg),
  };
}

DealEnd read_deal_end(const v1::DealEnded& message) {
  DealEnd end;
  end.reason = named<EndReason>(message.reason());
  if (message.has_winner()) end.winner = whole(message.winner());
  if (message.has_offender()) end.offender = whole(message.offender());
  end.points = wholes(message.points());
  end.deck = cards(message.deck());
  for (const v1::Hand& hand : message.hands()) end.hands.push_back(cards(hand.cards()));
  end.record = message.record();
  for (const auto& charge : message.charges()) end.charges.push_back(duration(charge));
  return end;
}

Observation read_observation(const v1::DecisionRequested& message, std::shared_ptr<const Deal> deal,
                             std::chrono::steady_clock::time_point received) {
  Observation seen = read_seen(message.observation());
  seen.kind = named<Kind>(message.kind());
  for (const v1::PlayedAction& played : message.history()) {
    seen.history.push_back({whole(played.seat()), played.text()});
  }
  for (const v1::Option& option : message.options()) {
    seen.options.push_back(read_option(option, seen.options.size(), seen.hand));
  }
  if (message.has_time_to_deadline()) {
    seen.deadline = received + duration(message.time_to_deadline());
  }
  if (message.has_bank_left()) seen.bank_left = duration(message.bank_left());
  seen.deal = std::move(deal);
  return seen;
}

}  // namespace conquian
