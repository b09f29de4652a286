package conquian

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"unicode/utf8"
)

const defaultDealsAtOnce = 32

// Decider plays one deal. It may keep notes in itself: each deal has one of its own.
//
// Where it has a method Ended(DealEnd), that is called once, after the last decision.
type Decider interface {
	// Decide answers one request. A panic in it ends the bot: it is printed with its stack, and
	// the open deals are lost.
	Decide(seen *Observation) Decision
}

type ender interface{ Ended(end DealEnd) }

// Bot is a program that plays, as it introduces itself to a referee.
type Bot struct {
	Name     string   // what people call it; the executable's name when empty
	Version  string   // in whatever form you count; a new version is a new entrant. "0" when empty
	Rulesets []string // the presets that it plays; all rulesets when empty

	// DealsAtOnce is how many deals it will play side by side; 32 when 0. They are decided one
	// after another, so this makes it quick, not busy.
	DealsAtOnce int

	// AnswerOnlyChoice lets the referee answer where only one thing can be done. Opponents can
	// tell by the speed.
	AnswerOnlyChoice bool

	WantsHistory bool // have Observation.History filled

	// New makes what plays a deal. Deciders of several deals are never called at the same time.
	New func(deal *Deal) Decider

	// WarmUp, where there is one, loads what is slow to load, once, before any clock counts.
	WarmUp func()
}

// Stateless makes a Bot's New of a function that decides and keeps no notes.
func Stateless(decide func(seen *Observation) Decision) func(*Deal) Decider {
	return func(*Deal) Decider { return deciderFunc(decide) }
}

type deciderFunc func(*Observation) Decision

func (f deciderFunc) Decide(seen *Observation) Decision { return f(seen) }

// filled is the bot with what was left out, or an error that names a field that can't be used.
func (b Bot) filled() (Bot, error) {
	if b.Name == "" {
		b.Name = filepath.Base(os.Args[0])
	}
	if b.Version == "" {
		b.Version = "0"
	}
	if b.DealsAtOnce == 0 {
		b.DealsAtOnce = defaultDealsAtOnce
	}
	if b.WarmUp == nil {
		b.WarmUp = func() {}
	}
	return b, b.check()
}

func (b Bot) check() error {
	if b.New == nil {
		return errors.New("Bot.New is missing: it makes what plays a deal")
	}
	if b.DealsAtOnce < 1 || b.DealsAtOnce > math.MaxInt32 {
		return fmt.Errorf("Bot.DealsAtOnce is %d: it must be at least 1", b.DealsAtOnce)
	}
	for _, text := range append([]string{b.Name, b.Version}, b.Rulesets...) {
		if !utf8.ValidString(text) {
			return fmt.Errorf("Bot: %q is no UTF-8", text)
		}
	}
	return nil
}
