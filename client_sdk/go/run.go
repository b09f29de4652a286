package conquian

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
)

// Run plays for a referee until it ends the session, then ends the process.
//
// Where the referee is comes from the environment that a referee starts its bots with:
// CONQUIAN_ADDRESS (unix:/path or host:port), CONQUIAN_TOKEN, and CONQUIAN_CA, a file of
// certificates to trust (PEM): the connection is then by TLS. The exit status is
//
//	0  the referee ended the session, or a signal did (SIGTERM, SIGINT)
//	1  the bot failed: it panicked, or its decision can't answer the request
//	2  the bot can't be run so
//	3  the referee could not be reached, or was lost and did not come back
//	4  the referee refused the bot
//
// and the words on standard error say why.
func Run(bot Bot) {
	os.Exit(run(bot, os.Getenv, os.Stderr))
}

func run(bot Bot, getenv func(string) string, stderr io.Writer) int {
	c, err := prepare(bot, getenv, stderr)
	if err == nil {
		err = play(c)
	}
	return told(err, stderr)
}

func prepare(bot Bot, getenv func(string) string, stderr io.Writer) (*client, error) {
	filled, err := bot.filled()
	if err != nil {
		return nil, failed(exitBadUsage, "%v", err)
	}
	to, err := readAddress(getenv)
	if err != nil {
		return nil, err
	}
	return newClient(newSession(filled, log.New(stderr, "conquian: ", 0)), to), nil
}

// play runs the client until it has come to its end or a signal ends it; a second signal ends the
// process as it is.
func play(c *client) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	defer signal.Stop(signals)
	done := make(chan error, 1)
	go func() { done <- c.run() }()
	select {
	case err := <-done:
		return err
	case received := <-signals:
		signal.Stop(signals)
		c.leave(received.String())
		return nil
	}
}

func told(err error, stderr io.Writer) int {
	if err == nil {
		return exitDone
	}
	fmt.Fprintln(stderr, err)
	var why *failure
	if !errors.As(err, &why) {
		return exitBotFailed
	}
	fmt.Fprint(stderr, why.stack)
	return why.status
}
