package conquian;

import conquian.v1.DealEndReason;
import conquian.v1.DealEnded;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a deal ended, with everything shown.
 *
 * @param deal the deal
 * @param reason why it ended
 * @param winner the seat that went out; empty when none did
 * @param offender the seat whose fault ended it; empty when there was none
 * @param points each seat's points before the multiplier, by seat
 * @param deck the whole deck, first dealt first
 * @param hands each seat's cards at the end, by seat
 * @param record the deal in one line of JSON (rules section 12)
 * @param charges the time charged for each of the bot's decisions, in order
 */
public record DealEnd(
    Deal deal,
    Reason reason,
    OptionalInt winner,
    OptionalInt offender,
    List<Integer> points,
    List<Card> deck,
    List<List<Card>> hands,
    String record,
    List<Duration> charges) {

  /** Why a deal has ended. */
  public enum Reason {
    /** A seat has gone out and wins. */
    WENT_OUT,
    /** A card had to be turned and the stock was empty: drawn. */
    STOCK_EXHAUSTED,
    /** The offender's action was illegal: forfeited. */
    ILLEGAL_ACTION,
    /** The offender's answer was late: forfeited. */
    TIMEOUT,
    /** The offender's bot was lost: forfeited. */
    DISCONNECTED,
    /** The referee could not go on: nobody's result, and nothing hidden is shown. */
    CALLED_OFF,
    /** One that this version doesn't know. */
    UNKNOWN;

    static Reason of(DealEndReason message) {
      return switch (message) {
        case DEAL_END_REASON_WENT_OUT -> WENT_OUT;
        case DEAL_END_REASON_STOCK_EXHAUSTED -> STOCK_EXHAUSTED;
        case DEAL_END_REASON_ILLEGAL_ACTION -> ILLEGAL_ACTION;
        case DEAL_END_REASON_TIMEOUT -> TIMEOUT;
        case DEAL_END_REASON_DISCONNECTED -> DISCONNECTED;
        case DEAL_END_REASON_CALLED_OFF -> CALLED_OFF;
        default -> UNKNOWN;
      };
    }
  }

  static DealEnd read(DealEnded message, Deal deal) {
    return new DealEnd(
        deal,
        Reason.of(message.getReason()),
        message.hasWinner() ? OptionalInt.of(message.getWinner()) : OptionalInt.empty(),
        message.hasOffender() ? OptionalInt.of(message.getOffender()) : OptionalInt.empty(),
        List.copyOf(message.getPointsList()),
        Card.numbered(message.getDeckValueList()),
        message.getHandsList().stream()
            .map(hand -> Card.numbered(hand.getCardsValueList()))
            .toList(),
        message.getRecord(),
        message.getChargesList().stream().map(Observation::read).toList());
  }

  /** Whether the bot's own fault ended it. */
  boolean isOwnFault() {
    return offender.isPresent() && offender.getAsInt() == deal.seat();
  }
}
