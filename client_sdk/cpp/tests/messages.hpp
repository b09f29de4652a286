#pragma once

// What a referee says, for tests.

#include <string>
#include <vector>

#include "conquian/card.hpp"
#include "conquian/v1/referee.pb.h"

namespace conquian::test {

v1::RefereeEntry welcome(bool is_resumed = false);
v1::RefereeEntry refusal(const std::string& sentence);

/// A leg `leg` of classic, seat 0, opponents' names hidden.
v1::RefereeEntry leg_started();

v1::RefereeEntry deal_started(std::uint64_t deal_id);

/// An offer of 5D to a hand of 5S 5H KC, whose only option is 5S5H5D.
v1::RefereeEntry offer(std::uint64_t request_id, std::uint64_t deal_id);

v1::RefereeEntry deal_ended(std::uint64_t deal_id);
v1::RefereeEntry leg_ended();

v1::PlayResponse together(const std::vector<v1::RefereeEntry>& entries);

/// Adds an option to a request: what it lays of the hand and of the faced card.
void add_option(v1::DecisionRequested& request, const std::string& layout, bool goes_out = false);

}  // namespace conquian::test
