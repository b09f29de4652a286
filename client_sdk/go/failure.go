package conquian

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Exit statuses of a bot.
const (
	exitDone        = 0
	exitBotFailed   = 1
	exitBadUsage    = 2
	exitRefereeLost = 3
	exitRefused     = 4
)

// failure is why a bot ends before the referee ends its session.
type failure struct {
	status int
	words  string // for people, in one line or few
	stack  string // of the bot's code where it has panicked
}

func (f *failure) Error() string { return f.words }

func failed(status int, format string, parts ...any) *failure {
	return &failure{status: status, words: fmt.Sprintf(format, parts...)}
}

// guard runs code of the bot's; a panic in it is returned as a failure of the bot.
func guard(code func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			blamed := failed(exitBotFailed, "panic: %v", value)
			blamed.stack = ownPart(string(debug.Stack()))
			err = blamed
		}
	}()
	code()
	return nil
}

// ownPart leaves out of a panic's stack what comes before and after the code that was guarded.
func ownPart(stack string) string {
	_, stack, _ = strings.Cut(stack, "\npanic(")
	_, stack, _ = strings.Cut(stack, "\n") // the line of panic's arguments
	_, stack, _ = strings.Cut(stack, "\n") // and that of its place
	own, _, _ := strings.Cut(stack, "\nconquian.guard(")
	return own
}
