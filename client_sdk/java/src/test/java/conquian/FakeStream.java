package conquian;

import conquian.v1.BotEntry;
import conquian.v1.PlayRequest;
import conquian.v1.PlayResponse;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A stream whose messages are laid ready. Those of one `together` have arrived when the first of
 * them is taken; it ends after the last.
 */
final class FakeStream implements Stream {
  final List<PlayRequest> sent = new ArrayList<>();
  boolean isClosed;
  private final Deque<Event> coming = new ArrayDeque<>();
  private final Deque<Event> here = new ArrayDeque<>();
  private final Deque<Integer> sizes = new ArrayDeque<>();

  FakeStream together(PlayResponse... messages) {
    for (PlayResponse message : messages) {
      coming.add(new Arrived(message, System.nanoTime()));
    }
    sizes.add(messages.length);
    return this;
  }

  FakeStream end(Status status) {
    coming.add(new Ended(status));
    sizes.add(1);
    return this;
  }

  /** The entries of each message that was sent, by kind. */
  List<List<BotEntry.EntryCase>> sentEntries() {
    return sent.stream()
        .map(message -> message.getEntriesList().stream().map(BotEntry::getEntryCase).toList())
        .toList();
  }

  @Override
  public Event poll() {
    return here.poll();
  }

  @Override
  public Event take() {
    for (int count = sizes.remove(); count > 0; count--) {
      here.add(coming.remove());
    }
    return here.remove();
  }

  @Override
  public void send(PlayRequest message) {
    sent.add(message);
  }

  @Override
  public void leave(PlayRequest last) {
    sent.add(last);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
