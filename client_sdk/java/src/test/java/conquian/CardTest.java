package conquian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CardTest {
  @Test
  @DisplayName("A text stands for the card with its rank and suit, and the card prints as it.")
  void text() {
    Card card = Card.of("JD");

    assertEquals(8, card.rank());
    assertEquals(2, card.suit());
    assertEquals(27, card.index());
    assertEquals("JD", card.toString());
  }

  @Test
  @DisplayName("Every card has the number that the contract's enum gives its name.")
  void numbers() {
    for (Card card : Card.ALL) {
      assertEquals(conquian.v1.Card.valueOf("CARD_" + card).getNumber(), card.number());
      assertEquals(card, Card.numbered(card.number()));
    }
  }

  @Test
  @DisplayName("Numbers that are no card's are passed over.")
  void unknownNumbers() {
    assertEquals(List.of(Card.of("AS"), Card.of("KC")), Card.numbered(List.of(0, 1, 40, 41)));
  }

  @Test
  @DisplayName("What is no card is refused, by text and by index.")
  void noCard() {
    assertThrows(IllegalArgumentException.class, () -> Card.of("8S"));
    assertThrows(IllegalArgumentException.class, () -> new Card(40));
  }
}
