#pragma once

#include <exception>
#include <string>

namespace conquian {

/// What a bot threw, in words: its type, what it says, and what it was nested in. UTF-8 throughout.
std::string blame(const std::exception_ptr& error);

/// A text with each byte outside ASCII escaped, unless all of it is UTF-8.
std::string as_utf8(const std::string& text);

}  // namespace conquian
