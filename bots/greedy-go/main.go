// Lays whatever it can, and keeps the cards that go together.
//
// It looks no further than the cards before it: no counting, no thought of the opponent. All that
// it computes are small whole numbers, and every tie is broken by the order of options or cards, so
// that it decides the same in every language.
package main

import (
	"slices"

	"conquian"
)

const sameRank = 3

// inSuit is what two cards of a suit do for each other, by their distance.
var inSuit = map[int]int{1: 4, 2: 2}

func main() {
	conquian.Run(conquian.Bot{Name: "greedy-go", Version: "1", New: conquian.Stateless(decide)})
}

// decide melds at once, never demands, and discards what is worth least.
func decide(seen *conquian.Observation) conquian.Decision {
	if seen.Kind == conquian.ForceQuestion {
		return conquian.Waive()
	}
	if len(seen.Options) == 0 {
		return conquian.Pass()
	}
	better := func(a, b *conquian.Option) int { return merit(a) - merit(b) }
	option := slices.MaxFunc(seen.Options, better)
	if !option.UsesFaced {
		return option.LayAndPass()
	}
	return option.Meld(worstCard(option.Discards()))
}

// merit ranks what goes out first, then what takes the faced card, then what lays most cards.
func merit(option *conquian.Option) int {
	merit := len(option.HandCards)
	if option.UsesFaced {
		merit += 100
	}
	if option.GoesOut {
		merit += 200
	}
	return merit
}

// worstCard is the card that goes least with the others, the first of several; none of no cards.
func worstCard(cards []conquian.Card) conquian.Card {
	if len(cards) == 0 {
		return conquian.NoCard
	}
	worse := func(a, b conquian.Card) int { return worth(a, cards) - worth(b, cards) }
	return slices.MinFunc(cards, worse)
}

// worth is how well a card goes with the others of cards.
func worth(card conquian.Card, cards []conquian.Card) int {
	sum := 0
	for _, other := range cards {
		if other != card {
			sum += closeness(card, other)
		}
	}
	return sum
}

// closeness is how much two cards do for each other, on the way to a group or a sequence.
func closeness(one, other conquian.Card) int {
	if one.Rank() == other.Rank() {
		return sameRank
	}
	if one.Suit() != other.Suit() {
		return 0
	}
	return inSuit[max(one.Rank()-other.Rank(), other.Rank()-one.Rank())]
}
