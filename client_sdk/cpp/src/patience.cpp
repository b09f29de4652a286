#include "patience.hpp"

#include <algorithm>
#include <utility>

namespace conquian {

std::optional<std::chrono::milliseconds> Patience::lost(Time now) {
  if (!lost_at_) lost_at_ = now;
  if (now - *lost_at_ >= window) return {};
  return std::exchange(pause_, std::min(2 * pause_, longest_pause));
}

void Patience::found() {
  lost_at_.reset();
  pause_ = first_pause;
}

}  // namespace conquian
