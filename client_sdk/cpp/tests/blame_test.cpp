#include "blame.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace conquian {
namespace {

template <class Thrown>
std::string blamed(const Thrown& thrown) {
  return blame(std::make_exception_ptr(thrown));
}

// What was thrown is named by its type and what it says.
TEST(BlameTest, NamesTypeAndWords) {
  EXPECT_EQ(blamed(std::out_of_range("card 41")), "std::out_of_range: card 41");
  EXPECT_EQ(blamed(42), "int");
}

// An exception that carries its cause is told with it.
TEST(BlameTest, TellsTheCause) {
  try {
    try {
      throw std::runtime_error("no file");
    } catch (...) {
      std::throw_with_nested(std::logic_error("no opening book"));
    }
  } catch (...) {
    const std::string words = blame(std::current_exception());
    EXPECT_NE(words.find("no opening book; from std::runtime_error: no file"), words.npos) << words;
  }
}

// What a message can't carry is escaped; UTF-8 stays as it is.
TEST(BlameTest, EscapesWhatIsNotUtf8) {
  for (const char* text : {"plain", "gr\xC3\xBC\xC3\x9F", "\xE2\x99\xA0", "\xF0\x9F\x82\xA1"}) {
    EXPECT_EQ(as_utf8(text), text);
  }
  EXPECT_EQ(as_utf8("a\xFF!"), "a\\xff!");
  for (const char* text :
       {"\xC3", "\xC3(", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80"}) {
    EXPECT_EQ(as_utf8(text).substr(0, 2), "\\x");
  }
}

}  // namespace
}  // namespace conquian
