package conquian

import (
	"slices"

	pb "conquian/v1"
)

// Option is one legal way to lay cards; any card then left in the hand may be the discard.
type Option struct {
	Index     int    // in the observation's options
	Layout    Layout // the seat's whole new layout
	HandCards []Card // those that come from the hand; none when the faced card alone is added
	GoesOut   bool   // the deal is won with it: nothing is discarded
	UsesFaced bool   // it takes the faced card: answered by Meld; if not, by LayAndPass

	observation *Observation
}

// Discards is the cards of which one is discarded with it; none when none is due.
func (o *Option) Discards() []Card {
	if o.GoesOut || !o.UsesFaced {
		return nil
	}
	var left []Card
	for _, card := range o.observation.Hand {
		if !slices.Contains(o.HandCards, card) {
			left = append(left, card)
		}
	}
	return left
}

// Meld takes the faced card with it and discards a card, NoCard when it goes out.
func (o *Option) Meld(discard Card) Decision {
	return Decision{pb.ActionKind_ACTION_KIND_MELD, o, discard}
}

// LayAndPass lays it from the hand alone and passes the faced card.
func (o *Option) LayAndPass() Decision {
	return Decision{action: pb.ActionKind_ACTION_KIND_LAY_AND_PASS, option: o}
}

// Decisions is every legal decision that lays it.
func (o *Option) Decisions() []Decision {
	if !o.UsesFaced {
		return []Decision{o.LayAndPass()}
	}
	if o.GoesOut {
		return []Decision{o.Meld(NoCard)}
	}
	var decisions []Decision
	for _, card := range o.Discards() {
		decisions = append(decisions, o.Meld(card))
	}
	return decisions
}

// String is the layout as actions write it.
func (o *Option) String() string { return o.Layout.String() }

func optionsOf(messages []*pb.Option, observation *Observation) []*Option {
	options := make([]*Option, len(messages))
	for i, message := range messages {
		options[i] = &Option{
			Index:       i,
			Layout:      layoutOf(message.GetLayout()),
			HandCards:   cardsOf(message.GetHandCards()),
			GoesOut:     message.GetGoesOut(),
			UsesFaced:   message.GetUsesFaced(),
			observation: observation,
		}
	}
	return options
}
