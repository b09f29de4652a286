package conquian

import (
	"time"

	pb "conquian/v1"
)

// Answers that are ready together go together, which makes each of them cheap. But an answer's
// time is charged until it is sent, so that slow bots must not batch: what took longer than slow
// goes at once, and so does all when one has waited longestWait.
const (
	slow        = time.Millisecond
	longestWait = 3 * time.Millisecond
)

// desk has a session's requests decided and sends what is ready, in good time.
type desk struct {
	session *session
	now     func() time.Time
	send    func(*pb.PlayRequest)

	readySince time.Time // when the first answer that is not sent was made; zero without one
}

// decide has what waits decided, one after another, until it is told to stop. What is ready then
// is left to be sent, but for what must not wait.
func (d *desk) decide(stop func() bool) error {
	for len(d.session.waiting) > 0 && !stop() {
		started := d.now()
		if err := d.session.decideNext(started); err != nil {
			return err
		}
		if d.isDue(started, d.now()) {
			d.flush()
		}
	}
	return nil
}

// flush sends what is ready.
func (d *desk) flush() {
	if len(d.session.outgoing) == 0 {
		return
	}
	d.send(&pb.PlayRequest{Entries: d.session.outgoing})
	d.session.outgoing, d.readySince = nil, time.Time{}
}

func (d *desk) isDue(started, now time.Time) bool {
	if d.readySince.IsZero() {
		d.readySince = now
	}
	return now.Sub(started) > slow || now.Sub(d.readySince) > longestWait
}
