package conquian;

import conquian.v1.DealEndReason;
import conquian.v1.DealEnded;
import conquian.v1.DealStarted;
import conquian.v1.DecisionRequested;
import conquian.v1.LegStarted;
import conquian.v1.PlayResponse;
import conquian.v1.RefereeEntry;
import conquian.v1.RequestKind;
import conquian.v1.Welcome;
import java.util.List;
import java.util.stream.Stream;

/** What a referee says, as tests write it. */
final class Said {
  static final String LEG = "leg";

  private Said() {}

  static PlayResponse all(RefereeEntry... entries) {
    return PlayResponse.newBuilder().addAllEntries(List.of(entries)).build();
  }

  static RefereeEntry welcome(boolean resumed) {
    Welcome welcome = Welcome.newBuilder().setResumeToken("again").setResumed(resumed).build();
    return RefereeEntry.newBuilder().setWelcome(welcome).build();
  }

  static RefereeEntry leg() {
    LegStarted leg = LegStarted.newBuilder().setLegId(LEG).setSeatCount(2).build();
    return RefereeEntry.newBuilder().setLegStarted(leg).build();
  }

  static RefereeEntry deal(long id) {
    DealStarted deal = DealStarted.newBuilder().setDealId(id).setLegId(LEG).setBotSeed(id).build();
    return RefereeEntry.newBuilder().setDealStarted(deal).build();
  }

  /** An offer of 5D to a hand of 5S 5H KC, where the fives can be laid. */
  static DecisionRequested.Builder offer(long requestId, long dealId) {
    conquian.v1.Observation.Builder seen =
        conquian.v1.Observation.newBuilder()
            .addAllHandValue(numbers("5S", "5H", "KC"))
            .setFacedValue(Card.of("5D").number());
    conquian.v1.Option.Builder fives =
        conquian.v1.Option.newBuilder()
            .addLayout(conquian.v1.Meld.newBuilder().addAllCardsValue(numbers("5S", "5H", "5D")))
            .addAllHandCardsValue(numbers("5S", "5H"))
            .setUsesFaced(true);
    return DecisionRequested.newBuilder()
        .setRequestId(requestId)
        .setDealId(dealId)
        .setKind(RequestKind.REQUEST_KIND_OFFER)
        .setObservation(seen)
        .addOptions(fives);
  }

  static RefereeEntry asked(DecisionRequested.Builder request) {
    return RefereeEntry.newBuilder().setDecisionRequested(request).build();
  }

  static RefereeEntry asked(long requestId, long dealId) {
    return asked(offer(requestId, dealId));
  }

  static RefereeEntry ended(long dealId) {
    DealEnded deal =
        DealEnded.newBuilder()
            .setDealId(dealId)
            .setReason(DealEndReason.DEAL_END_REASON_STOCK_EXHAUSTED)
            .build();
    return RefereeEntry.newBuilder().setDealEnded(deal).build();
  }

  static Observation seen(DecisionRequested.Builder request) {
    LegStarted leg = LegStarted.newBuilder().setLegId(LEG).build();
    Deal deal = Deal.read(DealStarted.newBuilder().setLegId(LEG).build(), Leg.read(leg));
    return new Observation(request.build(), deal, System.nanoTime());
  }

  static List<Integer> numbers(String... cards) {
    return Stream.of(cards).map(text -> Card.of(text).number()).toList();
  }
}
