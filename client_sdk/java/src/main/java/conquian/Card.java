package conquian;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One of the forty cards (rules section 1). Cards sort by their index.
 *
 * @param index 10 times the suit, plus the rank, less one: 0 to 39
 */
public record Card(int index) implements Comparable<Card> {
  private static final String RANKS = "A234567JQK";
  private static final String SUITS = "SHDC";

  /** All of them, by index. */
  public static final List<Card> ALL = IntStream.range(0, 40).mapToObj(Card::new).toList();

  /**
   * The card of an index.
   *
   * @throws IllegalArgumentException there is none
   */
  public Card {
    if (index < 0 || index >= RANKS.length() * SUITS.length()) {
      throw new IllegalArgumentException("no card has the index " + index + "; 0 to 39 are cards");
    }
  }

  /**
   * The card that is written so, rank then suit: {@code 7H}, {@code JD}.
   *
   * @throws IllegalArgumentException no card is
   */
  public static Card of(String text) {
    return ALL.stream()
        .filter(card -> card.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text + " is no card; write 7H or JD"));
  }

  /** Its place in {@code A 2 3 4 5 6 7 J Q K}, from 1. */
  public int rank() {
    return index % RANKS.length() + 1;
  }

  /** Its place in spades, hearts, diamonds, clubs, from 0. */
  public int suit() {
    return index / RANKS.length();
  }

  @Override
  public int compareTo(Card other) {
    return Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return "" + RANKS.charAt(rank() - 1) + SUITS.charAt(suit());
  }

  /** The number in messages: the index plus one. */
  int number() {
    return index + 1;
  }

  /** The card of a number in messages; null of a number that is no card's. */
  static Card numbered(int number) {
    return number >= 1 && number <= ALL.size() ? ALL.get(number - 1) : null;
  }

  /** The cards of some numbers in messages; those that are no card's are passed over. */
  static List<Card> numbered(List<Integer> numbers) {
    List<Card> cards = new ArrayList<>(numbers.size());
    for (int number : numbers) {
      Card card = numbered(number);
      if (card != null) {
        cards.add(card);
      }
    }
    return List.copyOf(cards);
  }
}
