package conquian;

import java.util.ArrayList;
import java.util.List;

/** A clock that only moves when it is told to, or slept on. */
final class FakeClock implements Clock {
  final List<Long> sleptMillis = new ArrayList<>();
  private long nanos;

  void pass(long moreNanos) {
    nanos += moreNanos;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long millis) {
    sleptMillis.add(millis);
    pass(millis * 1_000_000);
  }
}
