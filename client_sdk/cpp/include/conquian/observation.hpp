#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conquian/card.hpp"
#include "conquian/deal.hpp"
#include "conquian/decision.hpp"

namespace conquian {

/// What a seat is asked.
enum class Kind {
  offer = 1,       ///< meld or pass, in some rulesets lay and pass
  forced,          ///< meld
  force_question,  ///< demand or waive
};

/// Where the faced card came from.
enum class Origin { stock = 1, discard, initial_upcard };

/// One legal way to lay cards; any card then left in the hand may be the discard.
struct Option {
  std::size_t index = 0;    ///< its place in the observation's options
  Layout layout;            ///< the seat's whole new layout
  Cards hand_cards;         ///< what it takes from the hand; none when it adds the faced card alone
  bool goes_out = false;    ///< the deal is won with it; then nothing is discarded
  bool uses_faced = false;  ///< it takes the faced card; if not, answer with `lay_and_pass`
  Cards discards;           ///< the cards of which one is discarded; none when none is due

  /// Take the faced card with it and discard `discard`, or nothing when it goes out.
  Meld meld(std::optional<Card> discard = {}) const { return {index, discard}; }

  /// Lay it from the hand alone and pass the faced card.
  LayAndPass lay_and_pass() const { return {index}; }

  /// Every legal decision that lays it.
  std::vector<Decision> decisions() const;
};

/// An action that the deal has had.
struct PlayedAction {
  int seat = 0;
  std::string text;  ///< rules section 11
};

/// All that the bot's seat sees of a deal when it is asked (rules section 9), and what it may lay.
/// Seats count from 0 in the order of play.
struct Observation {
  Kind kind{};
  int seat = 0;  ///< the bot's own
  int dealer = 0;
  Cards hand;                  ///< by index
  std::vector<Layout> tables;  ///< what each seat has laid, by seat
  std::optional<Card> faced;   ///< the faced card: the one in play
  Origin faced_origin{};
  std::optional<int> faced_by;    ///< the seat that turned or discarded it; not for an upcard
  std::vector<int> passed_seats;  ///< that have passed on it, in that order
  Cards dead;                     ///< turned down for good, in that order
  int stock_count = 0;
  std::vector<int> hand_counts;   ///< by seat
  std::vector<int> scores;        ///< points before this deal, by seat; empty when not known yet
  std::optional<int> multiplier;  ///< of this deal's points; not when not known yet
  int action_count = 0;           ///< of the deal so far, of all seats
  std::vector<PlayedAction> history;  ///< empty unless `Profile::wants_history` is set
  std::vector<Option> options;        ///< every legal meld once, in the order of their texts
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::optional<std::chrono::nanoseconds> bank_left;  ///< of the deal when the request was sent
  std::shared_ptr<const Deal> deal;

  /// What the bot itself has laid.
  const Layout& table() const;

  /// The cards that it has not seen: in the stock or in other hands.
  Cards unseen() const;

  /// Every legal decision, each once.
  std::vector<Decision> decisions() const;

  /// From now to the deadline; nothing without one.
  std::optional<std::chrono::nanoseconds> time_left() const;
};

}  // namespace conquian
