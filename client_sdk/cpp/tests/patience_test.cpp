#include "patience.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace conquian {
namespace {

using namespace std::chrono_literals;

// Pauses double from a tenth of a second to a second, and end when ten seconds have passed.
TEST(PatienceTest, PausesGrowAndEnd) {
  Patience patience;
  Patience::Time now{};
  std::vector<std::chrono::milliseconds> pauses;
  while (const auto pause = patience.lost(now)) {
    pauses.push_back(*pause);
    now += *pause;
  }
  pauses.resize(6);
  EXPECT_EQ(pauses, (std::vector{100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms}));
  EXPECT_GE(now.time_since_epoch(), 10s);
  EXPECT_LT(now.time_since_epoch(), 11s);
}

// A connection that stands gives the next loss the whole window again.
TEST(PatienceTest, FoundBeginsAgain) {
  Patience patience;
  patience.lost({});
  patience.lost({});
  EXPECT_TRUE(patience.is_looking());
  patience.found();
  EXPECT_FALSE(patience.is_looking());
  EXPECT_EQ(patience.lost(Patience::Time(60s)), 100ms);
}

}  // namespace
}  // namespace conquian
