#pragma once

#include <cstdint>

#include "conquian/decision.hpp"
#include "conquian/observation.hpp"
#include "conquian/v1/decision.pb.h"

namespace conquian {

/// The message that answers a request, if the decision can.
/// Throws DecisionError where it can't; the words say why and what to do.
v1::Decision checked(const Decision& decision, const Observation& seen, std::uint64_t request_id);

}  // namespace conquian
