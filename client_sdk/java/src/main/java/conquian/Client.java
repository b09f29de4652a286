package conquian;

import io.grpc.Status;
import java.util.Set;

/** Plays a session to its end: dials, and dials again after a lost connection. */
final class Client {
  static final long RESUME_WINDOW_NANOS = 10_000_000_000L;
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 1000;
  // With these there is no use in trying again.
  private static final Set<Status.Code> FINAL =
      Set.of(
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNIMPLEMENTED,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.FAILED_PRECONDITION);

  /** Makes a stream to the referee. */
  interface Dialer {
    Stream dial() throws ConquianException;
  }

  private final Session session;
  private final Dialer dialer;
  private final Clock clock;
  private long pauseMillis = FIRST_PAUSE_MILLIS;
  private long lostAtNanos;
  private boolean isLost;
  private Stream stream;
  private boolean isStopped;

  Client(Session session, Dialer dialer, Clock clock) {
    this.session = session;
    this.dialer = dialer;
    this.clock = clock;
  }

  /**
   * Plays until the referee ends the session or {@link #stop} is called. What the bot throws comes
   * through, after a goodbye with it as the reason.
   *
   * @throws ConquianException the referee does not take the bot, or was lost
   */
  void run() throws ConquianException {
    String cause = attempt();
    while (cause != null) {
      backOff(cause);
      cause = attempt();
    }
  }

  /** Leaves in order, from any thread; returns when the stream has ended or after a grace. */
  void stop(String reason) {
    Stream current = stopped();
    if (current != null) {
      current.leave(Session.goodbye(reason));
    }
  }

  private synchronized Stream stopped() {
    isStopped = true;
    return stream;
  }

  private synchronized boolean isStopped() {
    return isStopped;
  }

  private synchronized void use(Stream dialled) {
    stream = dialled;
  }

  /** Plays over one connection; returns why to try again, or null at the end of the session. */
  private String attempt() throws ConquianException {
    if (isStopped()) {
      return null;
    }
    Stream dialled = dialer.dial();
    use(dialled);
    try {
      Conversation conversation = new Conversation(session, dialled, clock);
      Status status = conversation.play();
      if (conversation.hasBegun()) {
        isLost = false;
        pauseMillis = FIRST_PAUSE_MILLIS;
      }
      return whyAgain(status);
    } catch (RuntimeException | Error thrownByBot) {
      stop(thrownByBot.toString());
      throw thrownByBot;
    } finally {
      dialled.close();
    }
  }

  private String whyAgain(Status status) throws ConquianException {
    if (FINAL.contains(status.getCode())) {
      throw new ConquianException.Refused(status.getDescription());
    }
    boolean isOver = !session.isOpen() && (status.isOk() || session.isStopping());
    if (isStopped() || isOver) {
      return null;
    }
    return status.isOk() ? "the stream ended while deals go on" : words(status);
  }

  private static String words(Status status) {
    String words = status.getCode() + ": " + status.getDescription();
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == null ? words : words + " (" + cause + ")";
  }

  private void backOff(String cause) throws ConquianException.RefereeLost {
    if (!isLost) {
      isLost = true;
      lostAtNanos = clock.nanos();
      Log.say("no stream to the referee (" + cause + "); trying again");
    }
    if (clock.nanos() - lostAtNanos >= RESUME_WINDOW_NANOS) {
      throw new ConquianException.RefereeLost("no referee for 10 s; the last attempt: " + cause);
    }
    clock.sleep(pauseMillis);
    pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
  }
}
