package conquian;

/** Plays one deal. A fresh object is made for each, so a bot may keep notes in its fields. */
@FunctionalInterface
public interface Bot {
  /**
   * Answers one request. What it throws ends the whole bot: the trace is printed, and the deals
   * that are open are lost.
   */
  Decision decide(Observation seen);

  /** Hears how the deal ended; called once, after the last decision. */
  default void ended(DealEnd end) {}
}
