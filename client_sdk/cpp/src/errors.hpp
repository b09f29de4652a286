#pragma once

#include <stdexcept>

namespace conquian {

/// A bot decided what can't be answered to its request. Nothing was sent of it.
struct DecisionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The bot can't be run so; the words say what is wrong and what to do.
struct UsageError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The referee does not take the bot; the words are the referee's.
struct RefusedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The referee can't be reached, or not any more.
struct RefereeLostError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace conquian
