package conquian;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A group or a sequence (rules section 2).
 *
 * @param cards in canonical order (rules section 11)
 */
public record Meld(List<Card> cards) {
  static List<Meld> read(List<conquian.v1.Meld> messages) {
    return messages.stream()
        .map(meld -> new Meld(Card.numbered(meld.getCardsValueList())))
        .toList();
  }

  /** As actions write several: {@code 5S5H5D/6S7SJS}. */
  static String text(List<Meld> layout) {
    return layout.stream().map(Meld::toString).collect(Collectors.joining("/"));
  }

  @Override
  public String toString() {
    return cards.stream().map(Card::toString).collect(Collectors.joining());
  }
}
