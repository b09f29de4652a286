#include "conquian/card.hpp"

#include <stdexcept>

namespace conquian {
namespace {

constexpr std::string_view kRanks = "A234567JQK";
constexpr std::string_view kSuits = "SHDC";

[[noreturn]] void refuse(const std::string& given) {
  throw std::invalid_argument("'" + given + "' is not a card; write rank then suit, as in 7H");
}

int index_of(std::string_view text) {
  const auto rank = text.size() == 2 ? kRanks.find(text[0]) : kRanks.npos;
  const auto suit = text.size() == 2 ? kSuits.find(text[1]) : kSuits.npos;
  if (rank == kRanks.npos || suit == kSuits.npos) refuse(std::string(text));
  return static_cast<int>(suit * kRanks.size() + rank);
}

}  // namespace

Card::Card(int index) : index_(static_cast<std::int8_t>(index)) {
  if (index < 0 || index >= count) refuse(std::to_string(index));
}

Card::Card(std::string_view text) : Card(index_of(text)) {}

std::string Card::text() const {
  return {kRanks[static_cast<std::size_t>(rank() - 1)], kSuits[static_cast<std::size_t>(suit())]};
}

Cards read_cards(std::string_view text) {
  Cards cards;
  while (!text.empty()) {
    if (text.front() == ' ') {
      text.remove_prefix(1);
      continue;
    }
    cards.emplace_back(text.substr(0, 2));
    text.remove_prefix(2);
  }
  return cards;
}

std::string text(const Cards& cards) {
  std::string joined;
  for (const Card card : cards) {
    if (!joined.empty()) joined += ' ';
    joined += card.text();
  }
  return joined;
}

std::string text(const Layout& melds) {
  std::string joined;
  for (const Cards& meld : melds) {
    if (!joined.empty()) joined += '/';
    for (const Card card : meld) joined += card.text();
  }
  return joined;
}

std::ostream& operator<<(std::ostream& out, Card card) {
  return out << card.text();
}

}  // namespace conquian
