#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conquian/card.hpp"

namespace conquian {

// An enumeration may hold a value without a name here, from a referee that is newer than this SDK.

/// How an ace may stand in a sequence.
enum class Ace { low = 1, low_or_high };

/// When a seat may lay cards from its hand without the faced card.
enum class HandMelds { never = 1, own_stock_card };

/// Which faced cards can be forced on a seat that passes.
enum class ForceScope { not_turned = 1, any };

/// What a forced seat may do.
enum class ForcedPlay { any = 1, add };

/// What a won deal is worth.
enum class Payment { stake = 1, hand };

/// What a drawn deal does to the next.
enum class DrawCarry { double_next = 1, carry };

/// A ruleset with the fields of rules section 3.
struct Ruleset {
  std::string name;  ///< the preset's; empty where the ruleset was given by its fields
  int seats_min = 0;
  int seats_max = 0;
  int hand_size = 0;
  int goal = 0;  ///< cards on its table with which a seat has gone out
  Ace ace{};
  int max_sequence = 0;
  bool initial_upcard = false;
  HandMelds hand_melds{};
  ForceScope force_scope{};
  ForcedPlay forced_play{};
  Payment payment{};
  DrawCarry draw_carry{};
};

/// A run of deals with one seating.
struct Leg {
  std::string id;
  Ruleset ruleset;
  int seat = 0;  ///< the bot's, in all its deals
  int seat_count = 0;
  std::vector<std::string> seat_names;  ///< by seat; empty where they are hidden
  int deal_count = 0;                   ///< the most there can be where there is a target
  std::optional<int> target;            ///< the points with which a seat ends the leg
};

/// A deal as it starts.
struct Deal {
  int number = 0;  ///< in its leg, from 0
  int dealer = 0;
  int seat = 0;            ///< the bot's own
  Cards hand;              ///< as dealt
  std::uint64_t seed = 0;  ///< for the bot's own random numbers; it tells nothing of the deck
  std::shared_ptr<const Leg> leg;
};

/// Why a deal has ended.
enum class EndReason {
  went_out = 1,
  stock_exhausted,
  illegal_action,
  timeout,
  disconnected,
  called_off,  ///< nobody's result; nothing hidden is shown
};

/// How a deal ended, with everything shown.
struct DealEnd {
  EndReason reason{};
  std::optional<int> winner;                      ///< the seat that went out
  std::optional<int> offender;                    ///< the seat whose fault ended it
  std::vector<int> points;                        ///< by seat, before the multiplier
  Cards deck;                                     ///< first dealt first
  std::vector<Cards> hands;                       ///< at the end, by seat
  std::string record;                             ///< one line of JSON (rules section 12)
  std::vector<std::chrono::nanoseconds> charges;  ///< for each decision of the bot, in order
};

}  // namespace conquian
