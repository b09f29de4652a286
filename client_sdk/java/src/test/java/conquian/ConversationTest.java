package conquian;

import static conquian.v1.BotEntry.EntryCase.DECISION;
import static conquian.v1.BotEntry.EntryCase.HELLO;
import static conquian.v1.BotEntry.EntryCase.READY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConversationTest {
  private static final long MICROSECOND = 1000;
  private final NotedBots bots = new NotedBots();
  private final FakeClock clock = new FakeClock();
  private final FakeStream stream = new FakeStream();
  private final Conversation conversation = new Conversation(bots.session(), stream, clock);

  private void play() throws ConquianException {
    stream.end(Status.OK);
    assertEquals(Status.OK, conversation.play());
  }

  private FakeStream begun(int dealCount) {
    stream.together(Said.all(Said.welcome(false), Said.leg()));
    for (int deal = 0; deal < dealCount; deal++) {
      stream.together(Said.all(Said.deal(deal)));
    }
    return stream;
  }

  @Test
  @DisplayName("What has arrived together is answered in one message, however it was divided.")
  void coalesced() throws ConquianException {
    begun(3).together(Said.all(Said.asked(10, 0), Said.asked(11, 1)), Said.all(Said.asked(12, 2)));

    play();

    assertEquals(
        List.of(List.of(HELLO), List.of(READY), List.of(DECISION, DECISION, DECISION)),
        stream.sentEntries());
  }

  @Test
  @DisplayName("Answers wait for nothing that has not arrived yet.")
  void alone() throws ConquianException {
    begun(2).together(Said.all(Said.asked(10, 0))).together(Said.all(Said.asked(11, 1)));

    play();

    assertEquals(
        List.of(List.of(HELLO), List.of(READY), List.of(DECISION), List.of(DECISION)),
        stream.sentEntries());
  }

  @Test
  @DisplayName("An answer that took more than a millisecond goes at once.")
  void slow() throws ConquianException {
    bots.beforeEachDecision = () -> clock.pass(1001 * MICROSECOND);
    begun(2).together(Said.all(Said.asked(10, 0), Said.asked(11, 1)));

    play();

    assertEquals(
        List.of(List.of(HELLO), List.of(READY), List.of(DECISION), List.of(DECISION)),
        stream.sentEntries());
  }

  @Test
  @DisplayName("No answer waits for more than three milliseconds for others.")
  void longestWait() throws ConquianException {
    bots.beforeEachDecision = () -> clock.pass(900 * MICROSECOND);
    begun(6)
        .together(
            Said.all(
                Said.asked(10, 0),
                Said.asked(11, 1),
                Said.asked(12, 2),
                Said.asked(13, 3),
                Said.asked(14, 4),
                Said.asked(15, 5)));

    play();

    assertEquals(
        List.of(
            List.of(HELLO),
            List.of(READY),
            List.of(DECISION, DECISION, DECISION, DECISION, DECISION),
            List.of(DECISION)),
        stream.sentEntries());
  }

  @Test
  @DisplayName("A connection counts when more than a welcome came over it.")
  void begins() throws ConquianException {
    stream.together(Said.all(Said.welcome(false)));
    play();
    assertFalse(conversation.hasBegun());

    FakeStream second = new FakeStream();
    Conversation longer = new Conversation(bots.session(), second, clock);
    second.together(Said.all(Said.welcome(false)), Said.all(Said.leg())).end(Status.OK);
    longer.play();
    assertTrue(longer.hasBegun());
  }
}
