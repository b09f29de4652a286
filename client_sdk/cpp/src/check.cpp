#include "check.hpp"

#include <algorithm>
#include <string>

#include "errors.hpp"
#include "overloaded.hpp"
#include "read.hpp"

namespace conquian {
namespace {

bool contains(const Cards& cards, Card card) {
  return std::ranges::find(cards, card) != cards.end();
}

std::string wanted(const Observation& seen) {
  if (seen.kind == Kind::force_question) {
    return "you are asked whether to force the card on the seat that passed: "
           "return Demand{} or Waive{}";
  }
  if (seen.kind == Kind::forced) {
    return "the card is forced on you: return one of the options, as in option.meld(discard)";
  }
  if (seen.options.empty()) return "a card is offered that can't be laid: return Pass{}";
  return "a card is offered: return Pass{} or one of the options, as in option.meld(discard)";
}

void require_kind(Kind kind, const Decision& decision, const Observation& seen) {
  if (seen.kind != kind) {
    throw DecisionError(text(decision) + " is no answer here; " + wanted(seen));
  }
}

const Option& option_at(std::size_t index, const Observation& seen) {
  if (index >= seen.options.size()) {
    throw DecisionError("there is no option " + std::to_string(index) + "; " + wanted(seen));
  }
  return seen.options[index];
}

std::string named(const Option& option) {
  return "option " + std::to_string(option.index) + " (" + text(option.layout) + ")";
}

void check_discard(const std::optional<Card>& discard, const Option& option, const Cards& hand) {
  if (option.goes_out) {
    if (!discard) return;
    throw DecisionError("you go out with " + named(option) + ": discard nothing, option.meld()");
  }
  const std::string choice = "one of " + text(option.discards);
  if (!discard) throw DecisionError("a discard is needed with " + named(option) + "; " + choice);
  if (contains(option.discards, *discard)) return;
  const char* why = contains(hand, *discard) ? " is laid with " : " is not in your hand, for ";
  throw DecisionError(discard->text() + why + named(option) + "; discard " + choice);
}

v1::Decision message(v1::ActionKind action) {
  v1::Decision answer;
  answer.set_action(action);
  return answer;
}

v1::Decision laying(v1::ActionKind action, const Option& option) {
  v1::Decision answer = message(action);
  answer.set_option_index(static_cast<std::uint32_t>(option.index));
  return answer;
}

v1::Decision checked_meld(const Meld& meld, const Observation& seen) {
  const Option& option = option_at(meld.option_index, seen);
  if (!option.uses_faced) {
    throw DecisionError(named(option) +
                        " leaves the faced card out: answer with option.lay_and_pass()");
  }
  check_discard(meld.discard, option, seen.hand);
  v1::Decision answer = laying(v1::ACTION_KIND_MELD, option);
  if (meld.discard) answer.set_discard(number(*meld.discard));
  return answer;
}

v1::Decision checked_lay_and_pass(const LayAndPass& lay, const Observation& seen) {
  const Option& option = option_at(lay.option_index, seen);
  if (option.uses_faced) {
    throw DecisionError(named(option) + " takes the faced card: answer with option.meld(discard)");
  }
  return laying(v1::ACTION_KIND_LAY_AND_PASS, option);
}

}  // namespace

v1::Decision checked(const Decision& decision, const Observation& seen, std::uint64_t request_id) {
  const auto bare = [&](Kind kind, v1::ActionKind action) {
    require_kind(kind, decision, seen);
    return message(action);
  };
  v1::Decision answer = std::visit(
      Overloaded{
          [&](const Pass&) { return bare(Kind::offer, v1::ACTION_KIND_PASS); },
          [&](const Demand&) { return bare(Kind::force_question, v1::ACTION_KIND_DEMAND); },
          [&](const Waive&) { return bare(Kind::force_question, v1::ACTION_KIND_WAIVE); },
          [&](const Meld& meld) { return checked_meld(meld, seen); },
          [&](const LayAndPass& lay) { return checked_lay_and_pass(lay, seen); },
      },
      decision);
  answer.set_request_id(request_id);
  return answer;
}

}  // namespace conquian
