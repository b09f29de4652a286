#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "conquian/card.hpp"

namespace conquian {

/// Leave the faced card; answers an offer.
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};

/// Have the seat that passed take the card; answers a force question.
struct Demand {
  friend bool operator==(const Demand&, const Demand&) = default;
};

/// Let the seat that passed go; answers a force question.
struct Waive {
  friend bool operator==(const Waive&, const Waive&) = default;
};

/// Take the faced card with an option, then discard, or nothing when it goes out.
/// `Option::meld` makes one.
struct Meld {
  std::size_t option_index = 0;
  std::optional<Card> discard = {};

  friend bool operator==(const Meld&, const Meld&) = default;
};

/// Lay cards of the hand and pass the faced card, where the ruleset has hand melds.
/// `Option::lay_and_pass` makes one.
struct LayAndPass {
  std::size_t option_index = 0;

  friend bool operator==(const LayAndPass&, const LayAndPass&) = default;
};

/// An answer to a request.
using Decision = std::variant<Pass, Demand, Waive, Meld, LayAndPass>;

/// A decision in words, for logs: `pass`, `meld option 2 x KC`.
std::string text(const Decision& decision);

}  // namespace conquian
