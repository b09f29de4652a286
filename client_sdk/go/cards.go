package conquian

import (
	"fmt"
	"strings"

	pb "conquian/v1"
)

const (
	ranks     = "A234567JQK"
	suits     = "SHDC"
	cardCount = len(ranks) * len(suits)
)

// Card is one of the forty cards, by its number in the protocol's messages: its index plus one, so
// that the zero value is NoCard. Cards compare in the order of their indices and print as they are
// written (rules section 11): 7H.
type Card uint8

// NoCard is the absence of a card: the discard of a seat that goes out.
const NoCard Card = 0

// Index is the card's place among the forty: ten times the suit plus the rank's place.
func (c Card) Index() int { return int(c) - 1 }

// Rank is the card's place in A 2 3 4 5 6 7 J Q K, from 1.
func (c Card) Rank() int { return c.Index()%len(ranks) + 1 }

// Suit is the card's place in spades, hearts, diamonds, clubs, from 0.
func (c Card) Suit() int { return c.Index() / len(ranks) }

// String is the card as it is written, and "--" for what is no card.
func (c Card) String() string {
	if c == NoCard || int(c) > cardCount {
		return "--"
	}
	return ranks[c.Rank()-1:c.Rank()] + suits[c.Suit():c.Suit()+1]
}

// ParseCard reads a card as it is written: rank, then suit, as in 7H.
func ParseCard(text string) (Card, error) {
	if len(text) == 2 {
		rank, suit := strings.IndexByte(ranks, text[0]), strings.IndexByte(suits, text[1])
		if rank >= 0 && suit >= 0 {
			return Card(suit*len(ranks) + rank + 1), nil
		}
	}
	return NoCard, fmt.Errorf("%q is not a card; write rank then suit, as in 7H or JD", text)
}

// ParseCards reads cards with spaces between or without, as in "AS 7H" or "5S5H5D".
func ParseCards(text string) ([]Card, error) {
	joined := strings.ReplaceAll(text, " ", "")
	cards := make([]Card, 0, len(joined)/2)
	for len(joined) > 0 {
		end := min(2, len(joined))
		card, err := ParseCard(joined[:end])
		if err != nil {
			return nil, err
		}
		cards, joined = append(cards, card), joined[end:]
	}
	return cards, nil
}

// Meld is a group or a sequence, in canonical order (rules sections 2 and 11).
type Meld []Card

// String is the meld as actions write it: 5S5H5D.
func (m Meld) String() string {
	var text strings.Builder
	for _, card := range m {
		text.WriteString(card.String())
	}
	return text.String()
}

// Layout is all that a seat has laid, or would have laid, in canonical order.
type Layout []Meld

// String is the layout as actions write it: 5S5H5D/6S7SJS.
func (l Layout) String() string {
	melds := make([]string, len(l))
	for i, meld := range l {
		melds[i] = meld.String()
	}
	return strings.Join(melds, "/")
}

func cardsOf(numbers []pb.Card) []Card {
	cards := make([]Card, len(numbers))
	for i, number := range numbers {
		cards[i] = Card(number)
	}
	return cards
}

func layoutOf(melds []*pb.Meld) Layout {
	layout := make(Layout, len(melds))
	for i, meld := range melds {
		layout[i] = cardsOf(meld.GetCards())
	}
	return layout
}

func listed(cards []Card) string {
	return strings.Trim(fmt.Sprint(cards), "[]")
}
