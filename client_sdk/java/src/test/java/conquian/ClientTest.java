package conquian;

import static conquian.v1.BotEntry.EntryCase.DECISION;
import static conquian.v1.BotEntry.EntryCase.GOODBYE;
import static conquian.v1.BotEntry.EntryCase.HELLO;
import static conquian.v1.BotEntry.EntryCase.READY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClientTest {
  private final NotedBots bots = new NotedBots();
  private final FakeClock clock = new FakeClock();
  private final Deque<FakeStream> streams = new ArrayDeque<>();
  private final Client client = new Client(bots.session(), this::dial, clock);

  /** The streams that were laid ready; after these no referee is there. */
  private FakeStream dial() {
    return streams.isEmpty() ? new FakeStream().end(Status.UNAVAILABLE) : streams.remove();
  }

  private FakeStream stream() {
    FakeStream stream = new FakeStream();
    streams.add(stream);
    return stream;
  }

  private FakeStream begun() {
    return stream()
        .together(Said.all(Said.welcome(false)))
        .together(Said.all(Said.leg(), Said.deal(1)));
  }

  @Test
  @DisplayName("A stream that ends in order with no open deal is the end of the session.")
  void inOrder() throws ConquianException {
    FakeStream only = begun().together(Said.all(Said.ended(1))).end(Status.OK);

    client.run();

    assertTrue(only.isClosed);
    assertEquals(List.of(), clock.sleptMillis);
  }

  @Test
  @DisplayName("A stream that breaks is taken up again, and its answer is given again.")
  void resumed() throws ConquianException {
    begun().together(Said.all(Said.asked(10, 1))).end(Status.UNAVAILABLE);
    stream().end(Status.UNAVAILABLE);
    FakeStream second =
        stream()
            .together(Said.all(Said.welcome(true)))
            .together(Said.all(Said.asked(10, 1)))
            .together(Said.all(Said.ended(1)))
            .end(Status.OK);

    client.run();

    assertEquals(List.of(List.of(HELLO), List.of(READY), List.of(DECISION)), second.sentEntries());
    assertEquals("again", second.sent.get(0).getEntries(0).getHello().getResumeToken());
    assertEquals(1, bots.decided.size());
    assertEquals(List.of(100L, 200L), clock.sleptMillis);
  }

  @Test
  @DisplayName("A stream that ends in order while deals go on is taken up again.")
  void endedEarly() throws ConquianException {
    begun().end(Status.OK);
    stream().together(Said.all(Said.welcome(true)), Said.all(Said.ended(1))).end(Status.OK);

    client.run();

    assertEquals(List.of(100L), clock.sleptMillis);
  }

  @Test
  @DisplayName("A referee that stays away is looked for for ten seconds, ever less often.")
  void lost() {
    begun().end(Status.UNAVAILABLE);

    ConquianException error = assertThrows(ConquianException.class, client::run);

    assertEquals(3, error.exitStatus());
    assertTrue(clock.nanos() >= Client.RESUME_WINDOW_NANOS);
    assertTrue(clock.nanos() <= Client.RESUME_WINDOW_NANOS + 1_000_000_000L);
    assertEquals(List.of(100L, 200L, 400L, 800L, 1000L), clock.sleptMillis.subList(0, 5));
  }

  @Test
  @DisplayName("Statuses that trying again can't change refuse the bot at once.")
  void refused() {
    stream().end(Status.UNAUTHENTICATED.withDescription("unknown token"));

    ConquianException error = assertThrows(ConquianException.class, client::run);

    assertEquals(4, error.exitStatus());
    assertTrue(error.getMessage().contains("unknown token"));
    assertEquals(List.of(), clock.sleptMillis);
  }

  @Test
  @DisplayName("What a bot throws comes through, after a goodbye that says it.")
  void botFails() {
    IllegalStateException thrown = new IllegalStateException("no idea");
    bots.beforeEachDecision =
        () -> {
          throw thrown;
        };
    FakeStream only = begun().together(Said.all(Said.asked(10, 1)));

    assertSame(thrown, assertThrows(IllegalStateException.class, client::run));

    assertEquals(List.of(List.of(HELLO), List.of(READY), List.of(GOODBYE)), only.sentEntries());
    assertTrue(only.sent.get(2).getEntries(0).getGoodbye().getReason().contains("no idea"));
  }

  @Test
  @DisplayName(
      "A stop while a bot thinks says goodbye, and the broken stream is not taken up again.")
  void stopped() throws ConquianException {
    bots.beforeEachDecision = () -> client.stop("enough");
    FakeStream only = begun().together(Said.all(Said.asked(10, 1))).end(Status.CANCELLED);

    client.run();

    assertTrue(only.sentEntries().contains(List.of(GOODBYE)));
    assertEquals(List.of(), clock.sleptMillis);
  }
}
