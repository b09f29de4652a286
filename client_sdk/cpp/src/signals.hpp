#pragma once

#include <functional>
#include <string>
#include <thread>

namespace conquian {

/// While it lives, SIGTERM and SIGINT end the process with status 0, on a thread of their own: so a
/// bot that thinks needs no say in it. A second signal ends the process as it is.
class Signals {
 public:
  /// `leave` is called first, with the signal's name. One object at a time.
  explicit Signals(std::function<void(const std::string&)> leave);

  /// Where a signal has come already, this does not return.
  ~Signals();

 private:
  std::jthread waiter_;
};

}  // namespace conquian
