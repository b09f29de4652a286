package conquian;

import conquian.v1.ActionKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes messages of decisions, and checks them first: a slip is told and not just a lost deal. */
final class Answers {
  private static final String MELD = "one of seen.options(), as in option.meld(discard)";

  private Answers() {}

  /**
   * The message that answers a request.
   *
   * @throws DecisionException the decision can't answer it; the words say why and what to do
   */
  static conquian.v1.Decision answer(long requestId, Decision decision, Observation seen) {
    conquian.v1.Decision.Builder answer = conquian.v1.Decision.newBuilder().setRequestId(requestId);
    if (decision instanceof Decision.Pass) {
      check(seen.kind() == Kind.OFFER, decision, seen);
      return answer.setAction(ActionKind.ACTION_KIND_PASS).build();
    }
    if (decision instanceof Decision.Demand) {
      check(seen.kind() == Kind.FORCE_QUESTION, decision, seen);
      return answer.setAction(ActionKind.ACTION_KIND_DEMAND).build();
    }
    if (decision instanceof Decision.Waive) {
      check(seen.kind() == Kind.FORCE_QUESTION, decision, seen);
      return answer.setAction(ActionKind.ACTION_KIND_WAIVE).build();
    }
    if (decision instanceof Decision.LayAndPass laying) {
      checkLayAndPass(laying.option(), seen);
      return answer
          .setAction(ActionKind.ACTION_KIND_LAY_AND_PASS)
          .setOptionIndex(laying.option().index())
          .build();
    }
    if (decision instanceof Decision.TakeFaced taking) {
      checkTakeFaced(taking, seen);
      taking.discard().ifPresent(card -> answer.setDiscardValue(card.number()));
      return answer
          .setAction(ActionKind.ACTION_KIND_MELD)
          .setOptionIndex(taking.option().index())
          .build();
    }
    throw new DecisionException("decide returned null; " + wanted(seen));
  }

  private static void check(boolean isAnswer, Decision decision, Observation seen) {
    if (!isAnswer) {
      throw new DecisionException(
          "decide returned " + decision + ", which is no answer here; " + wanted(seen));
    }
  }

  private static void checkLayAndPass(Option option, Observation seen) {
    checkOwn(option, seen);
    if (option.usesFaced()) {
      throw new DecisionException(option + " takes the faced card: use option.meld(discard)");
    }
  }

  private static void checkTakeFaced(Decision.TakeFaced taking, Observation seen) {
    Option option = taking.option();
    checkOwn(option, seen);
    if (!option.usesFaced()) {
      throw new DecisionException(option + " leaves the faced card: use option.layAndPass()");
    }
    checkDiscard(option, taking.discard());
  }

  private static void checkOwn(Option option, Observation seen) {
    List<Option> options = seen.options();
    if (option.index() >= options.size() || options.get(option.index()) != option) {
      throw new DecisionException(option + " is an option of another request; " + wanted(seen));
    }
  }

  private static void checkDiscard(Option option, Optional<Card> discard) {
    if (option.goesOut()) {
      if (discard.isPresent()) {
        throw new DecisionException(
            "you go out with " + option + ": discard nothing, option.meld()");
      }
    } else if (discard.isEmpty()) {
      throw new DecisionException("a discard is needed with " + option + "; " + oneOf(option));
    } else if (!option.discards().contains(discard.get())) {
      throw new DecisionException(
          discard.get() + " can't be discarded with " + option + "; " + oneOf(option));
    }
  }

  private static String oneOf(Option option) {
    return option.discards().stream()
        .map(Card::toString)
        .collect(Collectors.joining(" ", "one of ", ""));
  }

  private static String wanted(Observation seen) {
    return switch (seen.kind()) {
      case OFFER -> "a card is offered: return Decision.pass() or " + MELD;
      case FORCED -> "the card is forced on you: return " + MELD;
      case FORCE_QUESTION ->
          "you are asked whether to force the card on the seat that passed:"
              + " return Decision.demand() or Decision.waive()";
    };
  }
}
