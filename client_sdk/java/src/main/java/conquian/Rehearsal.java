package conquian;

import conquian.v1.Card;
import conquian.v1.DealEndReason;
import conquian.v1.DealEnded;
import conquian.v1.DealStarted;
import conquian.v1.DecisionRequested;
import conquian.v1.FacedOrigin;
import conquian.v1.LegEnded;
import conquian.v1.LegStarted;
import conquian.v1.Meld;
import conquian.v1.PlayRequest;
import conquian.v1.PlayResponse;
import conquian.v1.RefereeEntry;
import conquian.v1.RefereeServiceGrpc.RefereeServiceImplBase;
import conquian.v1.RequestKind;
import conquian.v1.Welcome;
import io.grpc.InsecureChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A referee inside the bot's own process that asks for one decision and ends the session. With the
 * property {@code conquian.rehearse} a bot plays for it instead of the one in the environment: a
 * build does so to archive the classes that a start needs, which makes starts twice as fast.
 */
final class Rehearsal extends RefereeServiceImplBase {
  private static final String LEG = "rehearsal";
  private static final List<Card> FIVES = List.of(Card.CARD_5S, Card.CARD_5H, Card.CARD_5D);
  private static final List<Card> HAND =
      List.of(Card.CARD_2S, Card.CARD_5S, Card.CARD_6S, Card.CARD_5H, Card.CARD_KC);

  private Rehearsal() {}

  static boolean isWanted() {
    return Boolean.getBoolean("conquian.rehearse");
  }

  /** Begins to listen, on the loopback; returns where. */
  static Address begin() throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    int port =
        NettyServerBuilder.forAddress(anyPort)
            .addService(new Rehearsal())
            .build()
            .start()
            .getPort();
    return new Address("127.0.0.1:" + port, "none", InsecureChannelCredentials.create());
  }

  @Override
  public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> responses) {
    return new StreamObserver<>() {
      @Override
      public void onNext(PlayRequest request) {
        request.getEntriesList().forEach(entry -> answer(entry.getEntryCase(), responses));
      }

      @Override
      public void onError(Throwable error) {}

      @Override
      public void onCompleted() {}
    };
  }

  private static void answer(
      conquian.v1.BotEntry.EntryCase heard, StreamObserver<PlayResponse> responses) {
    switch (heard) {
      case HELLO -> responses.onNext(welcome());
      case READY -> responses.onNext(request());
      case DECISION, GOODBYE -> {
        responses.onNext(end());
        responses.onCompleted();
      }
      default -> {}
    }
  }

  private static PlayResponse welcome() {
    Welcome welcome = Welcome.newBuilder().setSessionId(LEG).setResumeToken(LEG).build();
    return PlayResponse.newBuilder()
        .addEntries(RefereeEntry.newBuilder().setWelcome(welcome))
        .build();
  }

  private static PlayResponse request() {
    LegStarted leg = LegStarted.newBuilder().setLegId(LEG).setSeatCount(2).setDealCount(1).build();
    DealStarted deal = DealStarted.newBuilder().setDealId(1).setLegId(LEG).addAllHand(HAND).build();
    return PlayResponse.newBuilder()
        .addEntries(RefereeEntry.newBuilder().setLegStarted(leg))
        .addEntries(RefereeEntry.newBuilder().setDealStarted(deal))
        .addEntries(RefereeEntry.newBuilder().setDecisionRequested(decisionRequested()))
        .build();
  }

  private static DecisionRequested decisionRequested() {
    conquian.v1.Observation seen =
        conquian.v1.Observation.newBuilder()
            .addAllHand(HAND)
            .addTables(conquian.v1.Table.getDefaultInstance())
            .addTables(conquian.v1.Table.getDefaultInstance())
            .setFaced(Card.CARD_5D)
            .setFacedOrigin(FacedOrigin.FACED_ORIGIN_STOCK)
            .build();
    conquian.v1.Option fives =
        conquian.v1.Option.newBuilder()
            .addLayout(Meld.newBuilder().addAllCards(FIVES))
            .addAllHandCards(FIVES.subList(0, 2))
            .setUsesFaced(true)
            .build();
    return DecisionRequested.newBuilder()
        .setRequestId(1)
        .setDealId(1)
        .setKind(RequestKind.REQUEST_KIND_OFFER)
        .setObservation(seen)
        .addOptions(fives)
        .build();
  }

  private static PlayResponse end() {
    DealEnded deal =
        DealEnded.newBuilder()
            .setDealId(1)
            .setReason(DealEndReason.DEAL_END_REASON_CALLED_OFF)
            .build();
    LegEnded leg = LegEnded.newBuilder().setLegId(LEG).build();
    return PlayResponse.newBuilder()
        .addEntries(RefereeEntry.newBuilder().setDealEnded(deal))
        .addEntries(RefereeEntry.newBuilder().setLegEnded(leg))
        .build();
  }
}
