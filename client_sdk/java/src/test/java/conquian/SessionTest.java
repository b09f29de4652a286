package conquian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import conquian.v1.BotEntry;
import conquian.v1.Hello;
import conquian.v1.RefereeEntry;
import conquian.v1.Refusal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SessionTest {
  private final NotedBots bots = new NotedBots();
  private final Session session = bots.session();

  private void hear(RefereeEntry... entries) throws ConquianException {
    session.hear(Said.all(entries), System.nanoTime());
  }

  private void begin() throws ConquianException {
    session.connected();
    hear(Said.welcome(false), Said.leg(), Said.deal(1));
    session.takeOutgoing();
  }

  private List<BotEntry> decided() {
    while (session.isAsked()) {
      session.decideNext();
    }
    return session.takeOutgoing().getEntriesList();
  }

  @Test
  @DisplayName("A hello says all that was set, and no resume token in a new session.")
  void hello() {
    session.connected();

    Hello hello = session.takeOutgoing().getEntries(0).getHello();

    assertEquals(1, hello.getProtocolVersion().getMajor());
    assertEquals("noted", hello.getBotName());
    assertEquals("7", hello.getBotVersion());
    assertEquals("conquian-java", hello.getSdkName());
    assertEquals(List.of("hoyle"), hello.getRulesetsList());
    assertEquals(5, hello.getDealsAtOnce());
    assertTrue(hello.getWantsHistory());
    assertEquals("", hello.getResumeToken());
  }

  @Test
  @DisplayName("Every welcome is answered by a ready; the warm-up is done before the first only.")
  void warmUp() throws ConquianException {
    hear(Said.welcome(false));
    hear(Said.welcome(true));

    assertEquals(1, bots.warmUpCount);
    assertTrue(session.takeOutgoing().getEntriesList().stream().allMatch(BotEntry::hasReady));
  }

  @Test
  @DisplayName("All requests of a message are answered in one, each under its id.")
  void manyDeals() throws ConquianException {
    begin();
    hear(Said.deal(2), Said.asked(10, 1), Said.asked(11, 2));

    List<BotEntry> answers = decided();

    assertEquals(
        List.of(10L, 11L), answers.stream().map(e -> e.getDecision().getRequestId()).toList());
    assertEquals(2, bots.madeCount);
  }

  @Test
  @DisplayName("A request that comes again gets the same answer again and is not decided twice.")
  void askedAgain() throws ConquianException {
    begin();
    hear(Said.asked(10, 1));
    List<BotEntry> first = decided();
    session.connected();
    session.takeOutgoing();
    hear(Said.welcome(true), Said.leg(), Said.deal(1), Said.asked(10, 1));

    List<BotEntry> again = decided();

    assertEquals(first, again.stream().filter(BotEntry::hasDecision).toList());
    assertEquals(1, bots.decided.size());
    assertEquals(1, bots.madeCount);
  }

  @Test
  @DisplayName("A request that comes again while it waits is decided once.")
  void askedAgainWhileWaiting() throws ConquianException {
    begin();
    hear(Said.asked(10, 1), Said.asked(10, 1));

    assertEquals(1, decided().size());
  }

  @Test
  @DisplayName(
      "A new connection begins with a hello with the resume token; old answers are dropped.")
  void resume() throws ConquianException {
    begin();
    hear(Said.asked(10, 1));
    session.decideNext();
    session.connected();

    List<BotEntry> entries = session.takeOutgoing().getEntriesList();

    assertEquals(1, entries.size());
    assertEquals("again", entries.get(0).getHello().getResumeToken());
  }

  @Test
  @DisplayName("A welcome to a new session forgets all deals and what waits.")
  void notResumed() throws ConquianException {
    begin();
    hear(Said.asked(10, 1));
    hear(Said.welcome(false));

    assertFalse(session.isOpen());
    assertFalse(session.isAsked());
  }

  @Test
  @DisplayName("An end is told to the bot once, its open request is dropped, and a late start too.")
  void ends() throws ConquianException {
    begin();
    hear(Said.asked(10, 1), Said.ended(1), Said.ended(1), Said.deal(1));

    assertEquals(1, bots.ended.size());
    assertEquals(DealEnd.Reason.STOCK_EXHAUSTED, bots.ended.get(0).reason());
    assertFalse(session.isOpen());
    assertFalse(session.isAsked());
  }

  @Test
  @DisplayName("A request past its deadline is not decided; one before it is.")
  void deadline() throws ConquianException {
    begin();
    Duration second = Duration.newBuilder().setSeconds(1).build();
    RefereeEntry asked = Said.asked(Said.offer(10, 1).setTimeToDeadline(second));
    session.hear(Said.all(asked), System.nanoTime() - 2_000_000_000L);
    assertEquals(List.of(), decided());

    Duration hour = Duration.newBuilder().setSeconds(3600).build();
    hear(Said.asked(Said.offer(11, 1).setTimeToDeadline(hour)));
    assertEquals(1, decided().size());
  }

  @Test
  @DisplayName("Unknown entries and kinds, and requests and starts of nothing known, are ignored.")
  void unknown() throws ConquianException {
    begin();
    hear(
        RefereeEntry.getDefaultInstance(),
        Said.asked(Said.offer(10, 1).setKindValue(99)),
        Said.asked(11, 77),
        Said.ended(78));

    assertEquals(List.of(), decided());
    assertTrue(session.isOpen());
  }

  @Test
  @DisplayName("A refusal refuses a new session, and means a lost referee to one that comes back.")
  void refusals() throws ConquianException {
    RefereeEntry refusal =
        RefereeEntry.newBuilder().setRefusal(Refusal.newBuilder().setSentence("no seat")).build();

    ConquianException first = assertThrows(ConquianException.class, () -> hear(refusal));
    hear(Said.welcome(false));
    ConquianException later = assertThrows(ConquianException.class, () -> hear(refusal));

    assertEquals(4, first.exitStatus());
    assertTrue(first.getMessage().contains("no seat"));
    assertEquals(3, later.exitStatus());
  }

  @Test
  @DisplayName("A deal's random numbers come from its seed, and go on from request to request.")
  void random() throws ConquianException {
    begin();
    hear(Said.asked(10, 1));
    decided();
    hear(Said.asked(11, 1));
    decided();
    java.util.Random same = new java.util.Random(1);

    assertEquals(same.nextLong(), bots.decided.get(0).random().nextLong());
    assertEquals(same.nextLong(), bots.decided.get(1).random().nextLong());
  }
}
