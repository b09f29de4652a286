package conquian;

import conquian.v1.PlayRequest;
import conquian.v1.PlayResponse;
import io.grpc.Status;

/** One stream to the referee. One thread takes what arrives; any thread may send. */
interface Stream {
  /** What can arrive. */
  sealed interface Event {}

  /** A message, and when it came by {@link System#nanoTime}. */
  record Arrived(PlayResponse message, long nanos) implements Event {}

  /** The end of the stream: nothing comes after it. */
  record Ended(Status status) implements Event {}

  /** What has arrived already; null when there is nothing. */
  Event poll();

  /** What arrives next, however long it takes. */
  Event take();

  /** Sends a message; does nothing when the stream has ended or was left. */
  void send(PlayRequest message);

  /** Sends a last message, ends this side and waits a little for the other to end the stream. */
  void leave(PlayRequest last);

  /** Ends the stream as it is and gives up all that it holds. */
  void close();
}
