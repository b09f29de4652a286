#include "log.hpp"

#include <iostream>

namespace conquian {

void log(const std::string& line) {
  std::cerr << "conquian: " + line + "\n";
}

}  // namespace conquian
