#include "conquian/card.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

namespace conquian {
namespace {

// Every card is the one that its text names, and the forty texts differ.
TEST(CardTest, TextNamesTheCard) {
  std::set<std::string> texts;
  for (int index = 0; index < Card::count; ++index) {
    const Card card(index);
    EXPECT_EQ(Card(card.text()), card);
    texts.insert(card.text());
  }
  EXPECT_EQ(texts.size(), 40u);
}

// Ranks count from 1 in A 2 … 7 J Q K, suits from 0 in spades, hearts, diamonds, clubs.
TEST(CardTest, RankAndSuit) {
  EXPECT_EQ(Card("AS").index(), 0);
  EXPECT_EQ(Card("AS").rank(), 1);
  EXPECT_EQ(Card("JD").rank(), 8);
  EXPECT_EQ(Card("JD").suit(), 2);
  EXPECT_EQ(Card("KC").index(), 39);
}

// Cards compare as their indices.
TEST(CardTest, Order) {
  EXPECT_LT(Card("KS"), Card("AH"));
  EXPECT_EQ((std::unordered_set{Card("7H"), Card("7H")}).size(), 1u);
}

// What is no card is refused, whatever it looks like.
TEST(CardTest, RefusesWhatIsNoCard) {
  for (const char* text : {"", "7", "8S", "7X", "h7", "7HH", "7 "}) {
    EXPECT_THROW(Card{text}, std::invalid_argument) << text;
  }
  EXPECT_THROW(Card(-1), std::invalid_argument);
  EXPECT_THROW(Card(40), std::invalid_argument);
  EXPECT_THROW(Card(256), std::invalid_argument);
}

// Cards and melds are read and written as the rules write them.
TEST(CardTest, ReadsAndWritesMany) {
  EXPECT_EQ(read_cards("5S 5HKC"), (Cards{Card("5S"), Card("5H"), Card("KC")}));
  EXPECT_EQ(text(read_cards("5S5HKC")), "5S 5H KC");
  EXPECT_EQ(text(Layout{read_cards("5S 5H 5D"), read_cards("6S 7S JS")}), "5S5H5D/6S7SJS");
  EXPECT_THROW(read_cards("5S5"), std::invalid_argument);
  std::ostringstream out;
  out << Card("QD");
  EXPECT_EQ(out.str(), "QD");
}

}  // namespace
}  // namespace conquian
