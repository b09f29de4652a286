#pragma once

#include <string>

namespace conquian {

/// One line to standard error. Nothing that is printed can be taken for a decision.
void log(const std::string& line);

}  // namespace conquian
