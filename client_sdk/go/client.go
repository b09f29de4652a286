package conquian

import (
	"errors"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "conquian/v1"
)

const (
	resumeWindow = 10 * time.Second // in which a lost referee is looked for
	firstPause   = 100 * time.Millisecond
	longestPause = time.Second     // between attempts; the pause is doubled each time
	leavingGrace = 2 * time.Second // that a referee gets to end the stream after a goodbye
)

// client plays a session to its end, over as many connections as it takes.
type client struct {
	session *session
	desk    *desk
	address address
	now     func() time.Time
	sleep   func(time.Duration)

	line    atomic.Pointer[connection] // the latest
	leaving atomic.Bool

	lostAt time.Time // zero while there is a stream
	cause  error
	pause  time.Duration
}

func newClient(session *session, to address) *client {
	c := &client{session: session, address: to, now: time.Now, sleep: time.Sleep, pause: firstPause}
	c.desk = &desk{session: session, now: time.Now, send: c.send}
	return c
}

// run plays until the referee ends the session or the bot leaves.
//
// An error is a failure: of the bot, a refusal, or a lost referee.
func (c *client) run() error {
	for {
		over, err := c.attempt()
		if over || err != nil {
			return err
		}
		if err := c.backOff(); err != nil {
			return err
		}
	}
}

// leave leaves in order. It may be called while the bot thinks, from outside of run.
func (c *client) leave(reason string) {
	c.leaving.Store(true)
	if line := c.line.Load(); line != nil {
		line.leave(reason, leavingGrace)
	}
}

// attempt plays over one connection; it tells whether the session has come to its end with it.
func (c *client) attempt() (bool, error) {
	line, err := connect(c.address)
	if err != nil {
		return c.isEnd(err)
	}
	defer line.close()
	c.line.Store(line)
	if err := c.converse(line); err != nil {
		c.leave(err.Error())
		return true, err
	}
	return c.isEnd(line.end)
}

func (c *client) converse(line *connection) error {
	c.session.connected()
	c.desk.flush()
	isFirst := true
	for arrived := range line.arrivals {
		if !isFirst { // a connection counts only when more than a welcome came over it
			c.lostAt, c.pause = time.Time{}, firstPause
		}
		isFirst = false
		if err := c.respond(arrived); err != nil {
			return err
		}
		if len(line.arrivals) == 0 {
			c.desk.flush()
		}
	}
	return nil
}

func (c *client) respond(arrived arrival) error {
	if c.leaving.Load() {
		return nil
	}
	if err := c.session.take(arrived.response, arrived.at); err != nil {
		return err
	}
	return c.desk.decide(c.leaving.Load)
}

func (c *client) send(request *pb.PlayRequest) { c.line.Load().send(request) }

// isEnd tells whether the session ends with a connection; if not, the referee is lost for now.
func (c *client) isEnd(end error) (bool, error) {
	isOver := !c.session.isOpen() && (end == nil || c.session.stopping)
	if isOver || c.leaving.Load() {
		return true, nil
	}
	if isFinal(end) {
		why := status.Convert(end).Message()
		return true, failed(exitRefused, "the referee refuses the bot: %s", why)
	}
	if end == nil {
		end = errors.New("the stream ended while deals go on")
	}
	if c.lostAt.IsZero() {
		c.lostAt = c.now()
		c.session.log.Printf("no stream to the referee at %s (%v); trying again",
			c.address.target, end)
	}
	c.cause = end
	return false, nil
}

func (c *client) backOff() error {
	if c.now().Sub(c.lostAt) >= resumeWindow {
		return failed(exitRefereeLost, "no referee at %s for %v; the last attempt: %v",
			c.address.target, resumeWindow, c.cause)
	}
	c.sleep(c.pause)
	c.pause = min(2*c.pause, longestPause)
	return nil
}

// isFinal tells whether there is no use in trying again.
func isFinal(end error) bool {
	switch status.Code(end) {
	case codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented,
		codes.InvalidArgument, codes.FailedPrecondition:
		return true
	}
	return false
}
