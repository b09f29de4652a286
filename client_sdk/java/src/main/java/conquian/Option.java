package conquian;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One legal way to lay cards; any card that is then left in the hand may be the discard. */
public final class Option {
  private final int index;
  private final conquian.v1.Option message;
  private final List<Card> hand;
  private final List<Card> handCards;

  Option(int index, conquian.v1.Option message, List<Card> hand) {
    this.index = index;
    this.message = message;
    this.hand = hand;
    this.handCards = Card.numbered(message.getHandCardsValueList());
  }

  /** Its place in {@link Observation#options}, from 0. */
  public int index() {
    return index;
  }

  /** The seat's whole new layout. */
  public List<Meld> layout() {
    return Meld.read(message.getLayoutList());
  }

  /** The cards that it takes from the hand; none when the faced card alone is added. */
  public List<Card> handCards() {
    return handCards;
  }

  /** Whether the deal is won with it; then nothing is discarded. */
  public boolean goesOut() {
    return message.getGoesOut();
  }

  /** Whether it takes the faced card; if not, it is answered by {@link #layAndPass}. */
  public boolean usesFaced() {
    return message.getUsesFaced();
  }

  /** The cards of which one is discarded with it, by index; none when none is due. */
  public List<Card> discards() {
    if (goesOut() || !usesFaced()) {
      return List.of();
    }
    return hand.stream().filter(card -> !handCards.contains(card)).toList();
  }

  /** The decision to take the faced card with it and discard a card. */
  public Decision meld(Card discard) {
    return new Decision.TakeFaced(this, Optional.of(discard));
  }

  /** The decision to take the faced card with it and go out. */
  public Decision meld() {
    return new Decision.TakeFaced(this, Optional.empty());
  }

  /** The decision to lay it from the hand alone and pass the faced card. */
  public Decision layAndPass() {
    return new Decision.LayAndPass(this);
  }

  /** Every legal decision that lays it. */
  public Stream<Decision> decisions() {
    if (!usesFaced()) {
      return Stream.of(layAndPass());
    }
    return goesOut() ? Stream.of(meld()) : discards().stream().map(this::meld);
  }

  /** The layout as actions write it. */
  @Override
  public String toString() {
    return Meld.text(layout());
  }
}
