//go:build unix

package conquian

import (
	"bytes"
	"syscall"
	"testing"

	pb "conquian/v1"
)

// A signal ends a bot in order, even while it thinks.
func TestASignalEndsABotThatThinks(t *testing.T) {
	reason := ""
	to := refereed(t, func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		begin(t, stream, false)
		reason = receive(t, stream, "goodbye").GetGoodbye().GetReason()
		return nil
	})
	forever := make(chan struct{})
	defer close(forever)
	bot := botOf(func(*Observation) Decision {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGTERM)
		<-forever
		return Pass()
	})
	var stderr bytes.Buffer
	status := run(bot, environment(addressVariable, to.target), &stderr)
	if status != exitDone || reason != "terminated" {
		t.Errorf("status %d, reason %q, %s", status, reason, stderr.String())
	}
}
