// Lays whatever it can, and keeps the cards that go together.
//
// It looks no further than the cards before it: no counting, no thought of the opponent. All that
// it computes are small whole numbers, and every tie is broken by the order of options or cards,
// so that it decides the same in every language.

#include <algorithm>
#include <conquian/conquian.hpp>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <vector>

namespace {

using conquian::Card;
using conquian::Cards;
using conquian::Option;

constexpr int kSameRank = 3;
constexpr int kNextInSuit = 4;
constexpr int kNextButOneInSuit = 2;

// How much two cards do for each other, on the way to a group or a sequence.
int closeness(Card one, Card other) {
  if (one == other) return 0;
  if (one.rank() == other.rank()) return kSameRank;
  if (one.suit() != other.suit()) return 0;
  const int distance = std::abs(one.rank() - other.rank());
  return distance == 1 ? kNextInSuit : distance == 2 ? kNextButOneInSuit : 0;
}

// How well a card goes with the others.
int worth(Card card, const Cards& cards) {
  int sum = 0;
  for (const Card other : cards) sum += closeness(card, other);
  return sum;
}

// The card that goes least with the others, the lowest of several; nothing of no cards.
std::optional<Card> worst_card(const Cards& cards) {
  if (cards.empty()) return {};
  return std::ranges::min(cards, {}, [&](Card c) { return std::tuple(worth(c, cards), c); });
}

// One that goes out, else one that takes the faced card, else one that lays most cards.
const Option& best_option(const std::vector<Option>& options) {
  return *std::ranges::max_element(options, {}, [](const Option& o) {
    return std::tuple(o.goes_out, o.uses_faced, o.hand_cards.size());
  });
}

class GreedyBot final : public conquian::Bot {
 public:
  // Melds at once, never demands, discards what is worth least.
  conquian::Decision decide(const conquian::Observation& seen) override {
    if (seen.kind == conquian::Kind::force_question) return conquian::Waive{};
    if (seen.options.empty()) return conquian::Pass{};
    const Option& option = best_option(seen.options);
    if (!option.uses_faced) return option.lay_and_pass();
    return option.meld(worst_card(option.discards));
  }
};

}  // namespace

int main() {
  return conquian::run<GreedyBot>({
      .name = "greedy-cpp",
      .version = "1",
      .rulesets = {"classic", "hoyle", "nine-card"},
  });
}
