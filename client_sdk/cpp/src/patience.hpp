#pragma once

#include <chrono>
#include <optional>

namespace conquian {

/// How long a lost referee is looked for: attempts with growing pauses, until it is lost for good.
class Patience {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::milliseconds window{10'000};
  static constexpr std::chrono::milliseconds first_pause{100};
  static constexpr std::chrono::milliseconds longest_pause{1'000};

  /// A connection broke or an attempt failed: the pause before the next one, or nothing when the
  /// referee has been lost for the whole window.
  std::optional<std::chrono::milliseconds> lost(Time now);

  /// A connection stands and carries more than its beginning.
  void found();

  /// Whether the referee is being looked for.
  bool is_looking() const { return lost_at_.has_value(); }

 private:
  std::optional<Time> lost_at_;
  std::chrono::milliseconds pause_ = first_pause;
};

}  // namespace conquian
