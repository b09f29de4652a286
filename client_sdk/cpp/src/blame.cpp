#include "blame.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>
#include <utility>

namespace conquian {
namespace {

std::string name_of(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return name ? name.get() : type.name();
}

std::string nested_in(const std::exception& error) {
  try {
    std::rethrow_if_nested(error);
  } catch (...) {
    return "; from " + blame(std::current_exception());
  }
  return {};
}

/// The bytes that follow a first byte of UTF-8, or -1 where it begins nothing.
int following(unsigned char first) {
  if (first < 0x80) return 0;
  if (first >= 0xC2 && first < 0xE0) return 1;
  if (first >= 0xE0 && first < 0xF0) return 2;
  if (first >= 0xF0 && first < 0xF5) return 3;
  return -1;
}

/// Whether the second byte keeps a character from being overlong, a surrogate or too large.
bool may_follow(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second < 0x90;
  return true;
}

bool is_utf8(const std::string& text) {
  int due = 0;
  unsigned char first = 0;  // of the character, until its second byte has come
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (due > 0) {
      if ((byte & 0xC0) != 0x80 || !may_follow(std::exchange(first, 0), byte)) return false;
      --due;
    } else {
      due = following(byte);
      if (due < 0) return false;
      first = byte;
    }
  }
  return due == 0;
}

std::string escaped(char c) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x80) return {c};
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

}  // namespace

std::string blame(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& thrown) {
    return as_utf8(name_of(typeid(thrown)) + ": " + thrown.what()) + nested_in(thrown);
  } catch (...) {
    return name_of(*abi::__cxa_current_exception_type());
  }
}

std::string as_utf8(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string carried;
  for (const char c : text) carried += escaped(c);
  return carried;
}

}  // namespace conquian
