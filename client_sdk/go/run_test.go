package conquian

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pb "conquian/v1"
)

// environment gives the variables of a bot's start.
func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// What a bot can't be run with is named, and the status says so.
func TestBadUsageIsTold(t *testing.T) {
	noPEM := filepath.Join(t.TempDir(), "ca")
	if err := os.WriteFile(noPEM, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	unnamed := passer()
	unnamed.Name = "\xff"
	none := passer()
	none.DealsAtOnce = -1
	const variable, good = addressVariable, "localhost:1"
	for words, test := range map[string]struct {
		bot    Bot
		getenv func(string) string
	}{
		"no address":           {passer(), environment()},
		`"nowhere": give host`: {passer(), environment(variable, "nowhere")},
		`":7": give host`:      {passer(), environment(variable, ":7")},
		`"a:b": give host`:     {passer(), environment(variable, "a:b")},
		`"unix:": give host`:   {passer(), environment(variable, "unix:")},
		tokenVariable:          {passer(), environment(variable, good, tokenVariable, "a\nb")},
		"no such file":         {passer(), environment(variable, good, caVariable, "/none")},
		"no certificate in it": {passer(), environment(variable, good, caVariable, noPEM)},
		"Bot.New":              {Bot{}, environment(variable, good)},
		"Bot.DealsAtOnce":      {none, environment(variable, good)},
		"no UTF-8":             {unnamed, environment(variable, good)},
	} {
		var stderr bytes.Buffer
		status := run(test.bot, test.getenv, &stderr)
		if status != exitBadUsage || !strings.Contains(stderr.String(), words) {
			t.Errorf("%s: status %d, %s", words, status, stderr.String())
		}
	}
}

// What a bot leaves out of its description has a sensible value.
func TestABotMayLeaveThingsOut(t *testing.T) {
	bot, err := Bot{New: Stateless(func(*Observation) Decision { return Pass() })}.filled()
	if err != nil || bot.Name == "" || bot.Version != "0" || bot.DealsAtOnce != 32 {
		t.Error(bot, err)
	}
}

// The status is 0 after a session that ended in order, and a panic's is 1 with its stack.
func TestTheStatusSaysHowItEnded(t *testing.T) {
	confused := botOf(func(*Observation) Decision { panic("at a loss") })
	for _, test := range []struct {
		bot    Bot
		status int
		words  string
	}{
		{passer(), exitDone, "in session a-session as a-bot"},
		{confused, exitBotFailed, "run_test.go"},
	} {
		to := refereed(t, func(t *testing.T, stream pb.RefereeService_PlayServer) error {
			begin(t, stream, false)
			_, _ = stream.Recv()
			return stream.Send(response(sayDealEnded(1)))
		})
		var stderr bytes.Buffer
		status := run(test.bot, environment(addressVariable, to.target), &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.words) {
			t.Errorf("status %d, %s", status, stderr.String())
		}
	}
}
