#include "conquian/observation.hpp"

#include <array>

namespace conquian {

std::vector<Decision> Option::decisions() const {
  if (!uses_faced) return {lay_and_pass()};
  if (goes_out) return {meld()};
  std::vector<Decision> all;
  for (const Card discard : discards) all.emplace_back(meld(discard));
  return all;
}

const Layout& Observation::table() const {
  return tables.at(static_cast<std::size_t>(seat));
}

Cards Observation::unseen() const {
  std::array<bool, Card::count> seen{};
  const auto see = [&](const Cards& cards) {
    for (const Card card : cards) seen[static_cast<std::size_t>(card.index())] = true;
  };
  see(hand);
  see(dead);
  if (faced) see({*faced});
  for (const Layout& table : tables) {
    for (const Cards& meld : table) see(meld);
  }
  Cards unseen;
  for (int index = 0; index < Card::count; ++index) {
    if (!seen[static_cast<std::size_t>(index)]) unseen.emplace_back(index);
  }
  return unseen;
}

std::vector<Decision> Observation::decisions() const {
  if (kind == Kind::force_question) return {Demand{}, Waive{}};
  std::vector<Decision> all;
  if (kind == Kind::offer) all.emplace_back(Pass{});
  for (const Option& option : options) {
    for (const Decision& decision : option.decisions()) all.push_back(decision);
  }
  return all;
}

std::optional<std::chrono::nanoseconds> Observation::time_left() const {
  if (!deadline) return {};
  return *deadline - std::chrono::steady_clock::now();
}

}  // namespace conquian
