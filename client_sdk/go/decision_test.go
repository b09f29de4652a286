package conquian

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	pb "conquian/v1"
)

// A decision that can't answer its request is told with what to do, and nothing is sent of it.
func TestWrongDecisionsAreTold(t *testing.T) {
	asForced := func(r *pb.DecisionRequested) { r.Kind = Forced }
	asQuestion := func(r *pb.DecisionRequested) { r.Kind = ForceQuestion }
	goingOut := func(r *pb.DecisionRequested) { r.Options[0].GoesOut = true }
	aside := func(r *pb.DecisionRequested) { r.Options[0].UsesFaced = false }
	elsewhere := observe(t, asIs).Options[0]
	for _, test := range []struct {
		name   string
		change func(*pb.DecisionRequested)
		decide func(*Observation) Decision
		words  string
	}{
		{"none", asIs, func(*Observation) Decision { return Decision{} }, "no decision is no answer"},
		{"demand", asIs, func(*Observation) Decision { return Demand() }, "conquian.Pass()"},
		{"pass", asForced, func(*Observation) Decision { return Pass() }, "option.Meld(discard)"},
		{"meld", asQuestion, meldWith(t, "KC"), "meld 5S5H5D x KC is no answer"},
		{"lay", asForced, func(s *Observation) Decision { return s.Options[0].LayAndPass() },
			"meld 5S5H5D pass is no answer"},
		{"pass", asQuestion, func(*Observation) Decision { return Pass() }, "conquian.Waive()"},
		{"laid", asIs, meldWith(t, "5H"), "5H is laid with 5S5H5D; discard one of KC"},
		{"faced", asIs, meldWith(t, "5D"), "5D is not in your hand; discard one of KC"},
		{"undiscarded", asIs, meldWith(t, ""), "a discard is needed"},
		{"surplus", goingOut, meldWith(t, "KC"), "discard nothing"},
		{"faced left", aside, meldWith(t, "KC"), "option.LayAndPass()"},
		{"faced taken", asIs, func(s *Observation) Decision { return s.Options[0].LayAndPass() },
			"option.Meld(discard)"},
		{"other request", asIs, func(*Observation) Decision { return elsewhere.LayAndPass() },
			"of another request"},
		{"no option", asIs, func(*Observation) Decision { return (*Option)(nil).LayAndPass() },
			"of another request"},
	} {
		seen := observe(t, test.change)
		err := test.decide(seen).check(seen)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// meldWith melds the first option and discards a card, none when its text is empty.
func meldWith(t *testing.T, text string) func(*Observation) Decision {
	discard := append(cards(t, text), NoCard)[0]
	return func(seen *Observation) Decision { return seen.Options[0].Meld(discard) }
}

// What is laid goes by the option's number, with the discard that is due.
func TestDecisionsAreSentByOption(t *testing.T) {
	option := observe(t, asIs).Options[0]
	laid := &pb.Decision_OptionIndex{OptionIndex: 0}
	for _, test := range []struct {
		decision Decision
		want     *pb.Decision
	}{
		{option.Meld(cards(t, "KC")[0]), &pb.Decision{
			Action: pb.ActionKind_ACTION_KIND_MELD, Laid: laid, Discard: pb.Card_CARD_KC}},
		{option.Meld(NoCard), &pb.Decision{Action: pb.ActionKind_ACTION_KIND_MELD, Laid: laid}},
		{option.LayAndPass(), &pb.Decision{
			Action: pb.ActionKind_ACTION_KIND_LAY_AND_PASS, Laid: laid}},
		{Demand(), &pb.Decision{Action: pb.ActionKind_ACTION_KIND_DEMAND}},
	} {
		test.want.RequestId = 9
		if got := test.decision.message(9); !proto.Equal(got, test.want) {
			t.Errorf("%v is sent as %v", test.decision, got)
		}
	}
}
