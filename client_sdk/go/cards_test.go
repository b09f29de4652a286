package conquian

import (
	"testing"

	pb "conquian/v1"
)

// Every card has the number that the protocol gives its text, and is read as it is written.
func TestCardsAreNumberedAsInTheProtocol(t *testing.T) {
	for number := Card(1); int(number) <= cardCount; number++ {
		name := "CARD_" + number.String()
		if pb.Card_value[name] != int32(number) {
			t.Errorf("%d prints as %v", number, number)
		}
		if read, err := ParseCard(number.String()); err != nil || read != number {
			t.Errorf("%v is read as %v, %v", number, read, err)
		}
	}
}

// A card's rank counts from the ace, 1, to the king, 10; its suit in the order of the deck.
func TestCardsHaveRankAndSuit(t *testing.T) {
	for text, want := range map[string][3]int{
		"AS": {1, 0, 0}, "7H": {7, 1, 16}, "JD": {8, 2, 27}, "KC": {10, 3, 39},
	} {
		card := cards(t, text)[0]
		if got := [3]int{card.Rank(), card.Suit(), card.Index()}; got != want {
			t.Errorf("%s has rank, suit, index %v, not %v", text, got, want)
		}
	}
}

// What is no card is told by its own text.
func TestUnreadableCardsAreTold(t *testing.T) {
	for _, text := range []string{"8S", "7h", "7", "7H5", "é"} {
		if read, err := ParseCards(text); err == nil {
			t.Errorf("%q is read as %v", text, read)
		}
	}
}

// Neither the absence of a card nor the card of a later version is printed as one of the forty.
func TestOtherNumbersPrintAsNoCard(t *testing.T) {
	for _, card := range []Card{NoCard, 41} {
		if card.String() != "--" {
			t.Errorf("%d prints as %v", card, card)
		}
	}
}

// Layouts print as actions write them (rules section 11).
func TestLayoutsPrintAsActionsWriteThem(t *testing.T) {
	layout := Layout{cards(t, "5S 5H 5D"), cards(t, "6S 7S JS")}
	if layout.String() != "5S5H5D/6S7SJS" {
		t.Error(layout)
	}
}
