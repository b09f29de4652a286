package conquian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import conquian.v1.ActionKind;
import conquian.v1.DecisionRequested;
import conquian.v1.RequestKind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private final Observation seen = Said.seen(Said.offer(3, 1));
  private final Option fives = seen.options().get(0);

  private static Observation seen(RequestKind kind) {
    return Said.seen(Said.offer(3, 1).setKind(kind));
  }

  private static Observation seen(boolean usesFaced, boolean goesOut) {
    DecisionRequested.Builder request = Said.offer(3, 1);
    request.setOptions(
        0, request.getOptions(0).toBuilder().setUsesFaced(usesFaced).setGoesOut(goesOut));
    return Said.seen(request);
  }

  private static void assertRefused(String words, Decision decision, Observation seen) {
    DecisionException error =
        assertThrows(DecisionException.class, () -> Answers.answer(3, decision, seen));
    assertTrue(error.getMessage().contains(words), error.getMessage());
  }

  @Test
  @DisplayName("A meld names the request, the option and the discard.")
  void meld() {
    conquian.v1.Decision answer = Answers.answer(3, fives.meld(Card.of("KC")), seen);

    assertEquals(3, answer.getRequestId());
    assertEquals(ActionKind.ACTION_KIND_MELD, answer.getAction());
    assertTrue(answer.hasOptionIndex());
    assertEquals(conquian.v1.Card.CARD_KC, answer.getDiscard());
  }

  @Test
  @DisplayName("Going out discards nothing.")
  void goingOut() {
    Observation last = seen(true, true);

    conquian.v1.Decision answer = Answers.answer(3, last.options().get(0).meld(), last);

    assertEquals(conquian.v1.Card.CARD_UNSPECIFIED, answer.getDiscard());
    assertRefused("discard nothing", last.options().get(0).meld(Card.of("KC")), last);
  }

  @Test
  @DisplayName("An option without the faced card is answered by lay and pass, and by nothing else.")
  void layAndPass() {
    Observation own = seen(false, false);
    Option option = own.options().get(0);

    conquian.v1.Decision answer = Answers.answer(3, option.layAndPass(), own);

    assertEquals(ActionKind.ACTION_KIND_LAY_AND_PASS, answer.getAction());
    assertTrue(answer.hasOptionIndex());
    assertRefused("option.layAndPass()", option.meld(Card.of("KC")), own);
    assertRefused("option.meld(discard)", fives.layAndPass(), seen);
  }

  @Test
  @DisplayName("Only a card that is left in the hand can be discarded, and one must be.")
  void discards() {
    assertEquals(List.of(Card.of("KC")), fives.discards());
    assertRefused("one of KC", fives.meld(), seen);
    assertRefused("5S can't be discarded", fives.meld(Card.of("5S")), seen);
    assertRefused("AS can't be discarded", fives.meld(Card.of("AS")), seen);
  }

  @Test
  @DisplayName("Each kind of request takes its own answers only, and the words say which.")
  void kinds() {
    Observation forced = seen(RequestKind.REQUEST_KIND_FORCED);
    Observation question = seen(RequestKind.REQUEST_KIND_FORCE_QUESTION);

    assertRefused("forced on you", Decision.pass(), forced);
    assertRefused("Decision.demand() or Decision.waive()", Decision.pass(), question);
    assertRefused("a card is offered", Decision.demand(), seen);
    assertRefused("a card is offered", Decision.waive(), seen);
    assertEquals(
        ActionKind.ACTION_KIND_WAIVE, Answers.answer(3, Decision.waive(), question).getAction());
    assertEquals(
        ActionKind.ACTION_KIND_DEMAND, Answers.answer(3, Decision.demand(), question).getAction());
  }

  @Test
  @DisplayName("An option of another request is refused, and so is no decision at all.")
  void strangers() {
    Option other = Said.seen(Said.offer(4, 1)).options().get(0);

    assertRefused("of another request", other.meld(Card.of("KC")), seen);
    assertRefused("decide returned null", null, seen);
  }

  @Test
  @DisplayName("Every decision that an observation lists can answer it.")
  void listedDecisions() {
    for (RequestKind kind :
        List.of(
            RequestKind.REQUEST_KIND_OFFER,
            RequestKind.REQUEST_KIND_FORCED,
            RequestKind.REQUEST_KIND_FORCE_QUESTION)) {
      Observation some = seen(kind);
      List<String> texts =
          some.decisions().stream()
              .peek(decision -> Answers.answer(3, decision, some))
              .map(Decision::toString)
              .toList();
      assertEquals(
          switch (some.kind()) {
            case OFFER -> List.of("pass", "meld 5S5H5D x KC");
            case FORCED -> List.of("meld 5S5H5D x KC");
            case FORCE_QUESTION -> List.of("demand", "waive");
          },
          texts);
    }
  }
}
