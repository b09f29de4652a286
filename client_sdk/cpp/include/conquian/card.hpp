#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace conquian {

/// One of the forty cards (rules section 1). Cards compare as their indices.
class Card {
 public:
  static constexpr int count = 40;

  /// The card of an index from 0 to 39: ten times its suit, plus its rank less one.
  /// Throws std::invalid_argument where no card has it.
  explicit Card(int index);

  /// The card that a text names, rank then suit, as in `7H` or `JD` (rules section 11).
  /// Throws std::invalid_argument where it names none.
  explicit Card(std::string_view text);

  int index() const { return index_; }

  /// Its place in `A 2 3 4 5 6 7 J Q K`, from 1 to 10.
  int rank() const { return index_ % 10 + 1; }

  /// Its place in spades, hearts, diamonds, clubs, from 0 to 3.
  int suit() const { return index_ / 10; }

  std::string text() const;

  friend auto operator<=>(const Card&, const Card&) = default;

 private:
  std::int8_t index_;
};

using Cards = std::vector<Card>;

/// Melds as they lie, each in canonical order.
using Layout = std::vector<Cards>;

/// The cards that a text names, with spaces between or without: `5S 5H KC`.
/// Throws std::invalid_argument where one can't be read.
Cards read_cards(std::string_view text);

/// Cards as they are written, with spaces between: `5S 5H KC`.
std::string text(const Cards& cards);

/// Melds as actions write them: `5S5H5D/6S7SJS`.
std::string text(const Layout& melds);

std::ostream& operator<<(std::ostream& out, Card card);

}  // namespace conquian

template <>
struct std::hash<conquian::Card> {
  std::size_t operator()(conquian::Card card) const noexcept {
    return static_cast<std::size_t>(card.index());
  }
};
