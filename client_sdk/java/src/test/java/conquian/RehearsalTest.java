package conquian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  @Test
  @DisplayName("A session over a real connection is played to its end, with one decision.")
  void played() throws IOException, ConquianException {
    NotedBots bots = new NotedBots();

    new Client(bots.session(), Rehearsal.begin(), Clock.SYSTEM).run();

    assertEquals(1, bots.decided.size());
    assertEquals(1, bots.ended.size());
    assertEquals("OFFER of 5D, hand [2S, 5S, 6S, 5H, KC]", bots.decided.get(0).toString());
  }
}
