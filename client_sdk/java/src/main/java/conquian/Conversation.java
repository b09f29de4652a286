package conquian;

import io.grpc.Status;

/**
 * A session over one stream. What is ready together goes together, which makes an answer cost a few
 * microseconds instead of a hundred. But its time is charged until it is sent, so that slow bots
 * must not batch: what took longer than SLOW goes at once, and so does all when one waited
 * LONGEST_WAIT.
 */
final class Conversation {
  static final long SLOW_NANOS = 1_000_000;
  static final long LONGEST_WAIT_NANOS = 3_000_000;

  private final Session session;
  private final Stream stream;
  private final Clock clock;
  private int heardCount;
  private long readySinceNanos;

  Conversation(Session session, Stream stream, Clock clock) {
    this.session = session;
    this.stream = stream;
    this.clock = clock;
  }

  /** Whether more than a welcome came over it: only then does a connection count. */
  boolean hasBegun() {
    return heardCount > 1;
  }

  /** Says hello and plays until the stream ends; returns how it did. */
  Status play() throws ConquianException {
    session.connected();
    while (true) {
      Stream.Event event = next();
      if (event instanceof Stream.Arrived arrived) {
        heardCount++;
        session.hear(arrived.message(), arrived.nanos());
        decide();
      } else if (event instanceof Stream.Ended ended) {
        return ended.status();
      }
    }
  }

  /** What has arrived already, or else, with all sent that is ready, what arrives next. */
  private Stream.Event next() {
    Stream.Event event = stream.poll();
    if (event != null) {
      return event;
    }
    send();
    return stream.take();
  }

  private void decide() {
    while (session.isAsked()) {
      boolean isFirst = !session.hasOutgoing();
      long startedNanos = clock.nanos();
      session.decideNext();
      long nowNanos = clock.nanos();
      if (isFirst) {
        readySinceNanos = nowNanos;
      }
      if (nowNanos - startedNanos > SLOW_NANOS || nowNanos - readySinceNanos > LONGEST_WAIT_NANOS) {
        send();
      }
    }
  }

  private void send() {
    if (session.hasOutgoing()) {
      stream.send(session.takeOutgoing());
    }
  }
}
