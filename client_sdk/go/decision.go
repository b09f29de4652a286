package conquian

import (
	"fmt"
	"slices"

	pb "conquian/v1"
)

// Decision is an answer to a request. It is made by Pass, Demand, Waive, Option.Meld and
// Option.LayAndPass, and prints as the rules write it.
type Decision struct {
	action  pb.ActionKind
	option  *Option
	discard Card
}

// Pass leaves the faced card; it answers an offer.
func Pass() Decision { return Decision{action: pb.ActionKind_ACTION_KIND_PASS} }

// Demand has the seat that passed take the card; it answers a force question.
func Demand() Decision { return Decision{action: pb.ActionKind_ACTION_KIND_DEMAND} }

// Waive lets the seat that passed go; it answers a force question.
func Waive() Decision { return Decision{action: pb.ActionKind_ACTION_KIND_WAIVE} }

// String is the decision as the rules write it (rules section 11).
func (d Decision) String() string {
	switch d.action {
	case pb.ActionKind_ACTION_KIND_PASS:
		return "pass"
	case pb.ActionKind_ACTION_KIND_DEMAND:
		return "demand"
	case pb.ActionKind_ACTION_KIND_WAIVE:
		return "waive"
	case pb.ActionKind_ACTION_KIND_LAY_AND_PASS:
		return fmt.Sprintf("meld %v pass", d.option)
	case pb.ActionKind_ACTION_KIND_MELD:
		if d.discard == NoCard {
			return fmt.Sprintf("meld %v", d.option)
		}
		return fmt.Sprintf("meld %v x %v", d.option, d.discard)
	}
	return "no decision"
}

func (d Decision) message(requestID uint64) *pb.Decision {
	message := &pb.Decision{
		RequestId: requestID,
		Action:    d.action,
		Discard:   pb.Card(d.discard),
	}
	if d.option != nil {
		message.Laid = &pb.Decision_OptionIndex{OptionIndex: uint32(d.option.Index)}
	}
	return message
}

const aMeld = "one of seen.Options, as in option.Meld(discard)"

var wanted = map[Kind]string{
	Offer:  "a card is offered: return conquian.Pass() or " + aMeld,
	Forced: "the card is forced on you: return " + aMeld,
	ForceQuestion: "you are asked whether to force the card on the seat that passed: " +
		"return conquian.Demand() or conquian.Waive()",
}

// check tells why a decision can't answer a request, and what to do; nil when it can.
func (d Decision) check(seen *Observation) error {
	switch d.action {
	case pb.ActionKind_ACTION_KIND_PASS:
		return d.checkKind(seen, seen.Kind == Offer)
	case pb.ActionKind_ACTION_KIND_DEMAND, pb.ActionKind_ACTION_KIND_WAIVE:
		return d.checkKind(seen, seen.Kind == ForceQuestion)
	case pb.ActionKind_ACTION_KIND_MELD:
		return d.checkMeld(seen)
	case pb.ActionKind_ACTION_KIND_LAY_AND_PASS:
		return d.checkLayAndPass(seen)
	}
	return d.checkKind(seen, false)
}

func (d Decision) checkKind(seen *Observation, answers bool) error {
	if answers {
		return nil
	}
	return fmt.Errorf("%v is no answer here; %s", d, wanted[seen.Kind])
}

func (d Decision) checkLayAndPass(seen *Observation) error {
	if err := d.checkOption(seen, seen.Kind == Offer); err != nil {
		return err
	}
	if d.option.UsesFaced {
		return fmt.Errorf("%v takes the faced card: answer with option.Meld(discard)", d.option)
	}
	return nil
}

func (d Decision) checkMeld(seen *Observation) error {
	if err := d.checkOption(seen, seen.Kind != ForceQuestion); err != nil {
		return err
	}
	if !d.option.UsesFaced {
		return fmt.Errorf("%v leaves the faced card out: answer with option.LayAndPass()", d.option)
	}
	return d.checkDiscard()
}

func (d Decision) checkOption(seen *Observation, answers bool) error {
	if err := d.checkKind(seen, answers); err != nil {
		return err
	}
	if d.option == nil || d.option.observation != seen {
		return fmt.Errorf("%v is of another request; take one of seen.Options", d)
	}
	return nil
}

func (d Decision) checkDiscard() error {
	due := d.option.Discards()
	switch {
	case d.option.GoesOut && d.discard != NoCard:
		return fmt.Errorf("you go out with %v: discard nothing, "+
			"option.Meld(conquian.NoCard)", d.option)
	case d.option.GoesOut || slices.Contains(due, d.discard):
		return nil
	case d.discard == NoCard:
		return fmt.Errorf("a discard is needed with %v; one of %s", d.option, listed(due))
	case slices.Contains(d.option.HandCards, d.discard):
		return fmt.Errorf("%v is laid with %v; discard one of %s", d.discard, d.option, listed(due))
	}
	return fmt.Errorf("%v is not in your hand; discard one of %s", d.discard, listed(due))
}
