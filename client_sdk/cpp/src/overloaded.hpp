#pragma once

namespace conquian {

/// One function for each alternative of a variant, for std::visit.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace conquian
