package conquian

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	pb "conquian/v1"
)

func observe(t testing.TB, change func(*pb.DecisionRequested)) *Observation {
	t.Helper()
	request := asked(t, 1, 1)
	change(request)
	return NewObservation(request, &Deal{Leg: &Leg{}}, time.Unix(100, 0))
}

func asIs(*pb.DecisionRequested) {}

// An observation has what the request shows.
func TestObservationHasWhatTheRequestShows(t *testing.T) {
	seen := observe(t, asIs)
	for _, pair := range [][2]any{
		{seen.Hand, cards(t, "5S 5H KC")},
		{seen.Faced, cards(t, "5D")[0]},
		{seen.Tables, []Layout{{}, {cards(t, "AS 2S 3S")}}},
		{seen.Table(), Layout{}},
		{seen.FacedBy, 1},
		{seen.Dealer, 1},
		{seen.Dead, cards(t, "7C")},
		{seen.HandCounts, []int{3, 7}},
		{len(seen.Unseen()), 40 - 3 - 1 - 3 - 1},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%v is not %v", pair[0], pair[1])
		}
	}
}

// What a request leaves out is no seat, no deadline and no bank, and never seat 0 or no time.
func TestWhatIsAbsentIsToldFromZero(t *testing.T) {
	seen := observe(t, func(r *pb.DecisionRequested) { r.Observation.FacedBy = nil })
	_, limited := seen.Deadline()
	_, banked := seen.BankLeft()
	if seen.FacedBy != NoSeat || limited || banked {
		t.Error(seen.FacedBy, limited, banked)
	}
}

// A request's time runs from its arrival.
func TestDeadlineCountsFromTheArrival(t *testing.T) {
	seen := observe(t, func(r *pb.DecisionRequested) {
		r.TimeToDeadline = durationpb.New(2 * time.Second)
		r.BankLeft = durationpb.New(0)
	})
	deadline, limited := seen.Deadline()
	bank, banked := seen.BankLeft()
	if !limited || !deadline.Equal(time.Unix(102, 0)) || !banked || bank != 0 {
		t.Error(deadline, limited, bank, banked)
	}
}

// The legal decisions are those that the kind of request allows, discards multiplied out.
func TestDecisionsAreAllThatMayAnswer(t *testing.T) {
	outright := func(r *pb.DecisionRequested) { r.Options[0].GoesOut = true }
	aside := func(r *pb.DecisionRequested) { r.Options[0].UsesFaced = false }
	for _, test := range []struct {
		change func(*pb.DecisionRequested)
		want   string
	}{
		{asIs, "[pass meld 5S5H5D x KC]"},
		{outright, "[pass meld 5S5H5D]"},
		{aside, "[pass meld 5S5H5D pass]"},
		{func(r *pb.DecisionRequested) { r.Kind = Forced }, "[meld 5S5H5D x KC]"},
		{func(r *pb.DecisionRequested) { r.Kind = ForceQuestion }, "[demand waive]"},
	} {
		seen := observe(t, test.change)
		if got := fmt.Sprint(seen.Decisions()); got != test.want {
			t.Errorf("%v has %s, not %s", seen, got, test.want)
		}
		for _, decision := range seen.Decisions() {
			if err := decision.check(seen); err != nil {
				t.Error(err)
			}
		}
	}
}

// A deal's random numbers are the same again from the same seed, and no others'.
func TestRandomNumbersAreTheDealsOwn(t *testing.T) {
	first, again, other := &Deal{Seed: 5}, &Deal{Seed: 5}, &Deal{Seed: 6}
	number := first.Random().Uint64()
	if again.Random().Uint64() != number || other.Random().Uint64() == number {
		t.Error("the seed does not decide")
	}
	if first.Random().Uint64() == number {
		t.Error("the numbers begin anew")
	}
}
