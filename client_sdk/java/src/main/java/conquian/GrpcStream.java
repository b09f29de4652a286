package conquian;

import conquian.v1.PlayRequest;
import conquian.v1.PlayResponse;
import conquian.v1.RefereeServiceGrpc.RefereeServiceStub;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream over a channel of its own: the next attempt is a new one, with no back-off in it. */
final class GrpcStream implements Stream {
  private static final long LEAVING_GRACE_MILLIS = 2000;

  private final ManagedChannel channel;
  private final BlockingQueue<Event> arrived = new LinkedBlockingQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final StreamObserver<PlayRequest> requests;
  private boolean isLeft;

  GrpcStream(ManagedChannel channel, RefereeServiceStub stub) {
    this.channel = channel;
    this.requests = stub.play(new Arrivals());
  }

  /** Called on gRPC's thread, which keeps the connection alive while a bot thinks on another. */
  private final class Arrivals implements StreamObserver<PlayResponse> {
    @Override
    public void onNext(PlayResponse message) {
      arrived.add(new Arrived(message, System.nanoTime()));
    }

    @Override
    public void onError(Throwable error) {
      ended(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      ended(Status.OK);
    }

    private void ended(Status status) {
      arrived.add(new Ended(status));
      end.countDown();
    }
  }

  @Override
  public Event poll() {
    return arrived.poll();
  }

  @Override
  public Event take() {
    try {
      return arrived.take();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      return new Ended(Status.CANCELLED.withCause(interruption));
    }
  }

  @Override
  public synchronized void send(PlayRequest message) {
    if (!isLeft) {
      requests.onNext(message);
    }
  }

  @Override
  public void leave(PlayRequest last) {
    finish(last);
    try {
      end.await(LEAVING_GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void finish(PlayRequest last) {
    if (!isLeft) {
      isLeft = true;
      requests.onNext(last);
      requests.onCompleted();
    }
  }

  @Override
  public synchronized void close() {
    isLeft = true;
    channel.shutdownNow();
  }
}
