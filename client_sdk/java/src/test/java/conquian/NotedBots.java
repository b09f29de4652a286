package conquian;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes bots that pass, and notes what happens to them. */
final class NotedBots implements Supplier<Bot> {
  final List<Observation> decided = new ArrayList<>();
  final List<DealEnd> ended = new ArrayList<>();
  int madeCount;
  int warmUpCount;
  Runnable beforeEachDecision = () -> {};

  Session session() {
    Settings settings =
        new Settings("noted", "7", List.of("hoyle"), 5, false, true, () -> warmUpCount++);
    return new Session(settings, this);
  }

  @Override
  public Bot get() {
    madeCount++;
    return new Bot() {
      @Override
      public Decision decide(Observation seen) {
        beforeEachDecision.run();
        decided.add(seen);
        return Decision.pass();
      }

      @Override
      public void ended(DealEnd end) {
        ended.add(end);
      }
    };
  }
}
