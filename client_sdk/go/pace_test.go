package conquian

import (
	"slices"
	"testing"
	"time"

	pb "conquian/v1"
)

// sizes has a bot that takes so long for each request decide as many as there are, and gives how
// many answers were sent together; those that are left at the end go with the last.
func sizes(t *testing.T, thinking ...time.Duration) []int {
	now := time.Unix(0, 0)
	next := 0
	s := welcomed(t, botOf(func(*Observation) Decision {
		now = now.Add(thinking[next])
		next++
		return Pass()
	}))
	for id := range uint64(len(thinking)) {
		hears(t, s, sayDealStarted(id), sayAsked(t, 100+id, id))
	}
	var sizes []int
	d := &desk{session: s, now: func() time.Time { return now }}
	d.send = func(r *pb.PlayRequest) { sizes = append(sizes, len(r.GetEntries())) }
	if err := d.decide(func() bool { return false }); err != nil {
		t.Fatal(err)
	}
	d.flush()
	return sizes
}

// Quick answers go together, slow ones at once, and none waits longer than it should.
func TestAnswersGoTogetherUnlessTheyMustNotWait(t *testing.T) {
	quick := 20 * time.Microsecond
	for name, test := range map[string]struct{ got, want []int }{
		"quick":     {sizes(t, quick, quick, quick, quick), []int{4}},
		"slow":      {sizes(t, 2*slow, 2*slow, 2*slow), []int{1, 1, 1}},
		"one slow":  {sizes(t, quick, 2*slow, quick, quick), []int{2, 2}},
		"long wait": {sizes(t, slow, slow, slow, slow, slow, slow, slow, slow), []int{5, 3}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: sent %v together, not %v", name, test.got, test.want)
		}
	}
}

// A bot that is to stop decides no more.
func TestNothingIsDecidedAfterTheStop(t *testing.T) {
	bot, made := counting()
	s := welcomed(t, bot)
	hears(t, s, sayDealStarted(1), sayAsked(t, 11, 1))
	d := &desk{session: s, now: time.Now}
	if err := d.decide(func() bool { return true }); err != nil || (*made)[0].asked > 0 {
		t.Error(err, (*made)[0].asked)
	}
}
