#include "check.hpp"

#include <gtest/gtest.h>

#include "errors.hpp"
#include "messages.hpp"
#include "read.hpp"

namespace conquian {
namespace {

// Option 0 melds the faced card, 1 goes out with it, 2 lays from the hand alone.
Observation offered(Kind kind = Kind::offer) {
  v1::DecisionRequested request = test::offer(7, 1).decision_requested();
  test::add_option(request, "5S5H5D", true);
  test::add_option(request, "5S5HKC");
  request.set_kind(static_cast<v1::RequestKind>(kind));
  return read_observation(request, std::make_shared<const Deal>(), {});
}

std::string refused(const Decision& decision, const Observation& seen = offered()) {
  try {
    checked(decision, seen, 7);
  } catch (const DecisionError& error) {
    return error.what();
  }
  return "not refused";
}

/// The fields that an answer has.
std::string written(const Decision& decision, const Observation& seen) {
  const v1::Decision answer = checked(decision, seen, 7);
  std::string fields = std::to_string(answer.request_id()) + " " +
                       v1::ActionKind_Name(answer.action()).substr(sizeof "ACTION_KIND");
  if (answer.has_option_index()) fields += " option " + std::to_string(answer.option_index());
  if (answer.discard() != 0) fields += " discard " + Card(answer.discard() - 1).text();
  return fields;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

// An answer carries its request's id, its action, and only what belongs to that action.
TEST(CheckTest, AnswersAreWritten) {
  const Observation seen = offered();
  EXPECT_EQ(written(Pass{}, seen), "7 PASS");
  EXPECT_EQ(written(seen.options[0].meld(Card("KC")), seen), "7 MELD option 0 discard KC");
  EXPECT_EQ(written(seen.options[1].meld(), seen), "7 MELD option 1");
  EXPECT_EQ(written(seen.options[2].lay_and_pass(), seen), "7 LAY_AND_PASS option 2");
  const Observation question = offered(Kind::force_question);
  EXPECT_EQ(checked(Demand{}, question, 7).action(), v1::ACTION_KIND_DEMAND);
  EXPECT_EQ(checked(Waive{}, question, 7).action(), v1::ACTION_KIND_WAIVE);
}

// A decision that doesn't answer what is asked is refused, and the words say what would.
TEST(CheckTest, KindsMustFit) {
  EXPECT_TRUE(says(refused(Demand{}), "demand is no answer here; a card is offered"));
  EXPECT_TRUE(says(refused(Waive{}), "waive is no answer here"));
  EXPECT_TRUE(says(refused(Pass{}, offered(Kind::forced)), "the card is forced on you"));
  EXPECT_TRUE(says(refused(Pass{}, offered(Kind::force_question)), "return Demand{} or Waive{}"));
}

// A discard must be one of the option's, and there must be none where the seat goes out.
TEST(CheckTest, DiscardsMustFit) {
  EXPECT_TRUE(says(refused(Meld{0}), "a discard is needed with option 0 (5S5H5D); one of KC"));
  EXPECT_TRUE(says(refused(Meld{0, Card("5S")}), "5S is laid with option 0"));
  EXPECT_TRUE(says(refused(Meld{0, Card("5D")}), "5D is not in your hand"));
  EXPECT_TRUE(says(refused(Meld{1, Card("KC")}), "you go out with option 1"));
}

// An option must exist, and be laid in the way that it is meant for.
TEST(CheckTest, OptionsMustFit) {
  EXPECT_TRUE(says(refused(Meld{3}), "there is no option 3"));
  EXPECT_TRUE(says(refused(Meld{2, Card("KC")}), "answer with option.lay_and_pass()"));
  EXPECT_TRUE(says(refused(LayAndPass{0}), "answer with option.meld(discard)"));
  EXPECT_TRUE(says(refused(Meld{0}, offered(Kind::force_question)), "a discard is needed"));
}

}  // namespace
}  // namespace conquian
