package conquian

import (
	"errors"
	"io"
	"log"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	pb "conquian/v1"
)

// The hello comes first and holds all that the bot says of itself.
func TestHelloTellsWhatTheBotIs(t *testing.T) {
	bot := passer()
	bot.DealsAtOnce, bot.WantsHistory, bot.Rulesets = 9, true, []string{"classic"}
	s := newSession(bot, log.New(io.Discard, "", 0))
	s.connected()
	want := &pb.Hello{
		ProtocolVersion: &pb.ProtocolVersion{Major: 1},
		BotName:         "a-bot",
		BotVersion:      "3",
		SdkName:         "conquian-go",
		SdkVersion:      Version,
		Rulesets:        []string{"classic"},
		DealsAtOnce:     9,
		WantsHistory:    true,
	}
	if len(s.outgoing) != 1 || !proto.Equal(s.outgoing[0].GetHello(), want) {
		t.Error(s.outgoing)
	}
}

// The bot warms up before its first ready, once in all; every welcome is answered by a ready.
func TestWarmUpComesBeforeReady(t *testing.T) {
	warmed := 0
	bot := passer()
	bot.WarmUp = func() { warmed++ }
	s := newSession(bot, log.New(io.Discard, "", 0))
	for _, resumed := range []bool{false, true} {
		s.connected()
		hears(t, s, sayWelcome(resumed))
		if warmed != 1 || s.outgoing[1].GetReady() == nil {
			t.Errorf("warmed up %d times, said %v", warmed, s.outgoing)
		}
	}
}

// Requests that come together are answered together, in their order and by their ids.
func TestRequestsAreAnsweredByTheirIDs(t *testing.T) {
	s := welcomed(t, passer())
	hears(t, s, sayDealStarted(1), sayDealStarted(2), sayAsked(t, 11, 2), sayAsked(t, 12, 1))
	if ids := answeredIDs(decided(t, s)); !slices.Equal(ids, []uint64{11, 12}) {
		t.Error(ids)
	}
}

// counter counts the requests of its deal.
type counter struct {
	asked int
	ended []DealEnd
}

func (c *counter) Decide(*Observation) Decision { c.asked++; return Pass() }
func (c *counter) Ended(end DealEnd)            { c.ended = append(c.ended, end) }

func counting() (Bot, *[]*counter) {
	var made []*counter
	bot := passer()
	bot.New = func(*Deal) Decider {
		made = append(made, &counter{})
		return made[len(made)-1]
	}
	return bot, &made
}

// Each deal has a decider of its own, which keeps its notes to the deal's end and hears of it.
func TestEachDealHasItsOwnDecider(t *testing.T) {
	bot, made := counting()
	s := welcomed(t, bot)
	hears(t, s, sayDealStarted(1), sayDealStarted(2), sayAsked(t, 11, 1), sayAsked(t, 12, 2))
	decided(t, s)
	hears(t, s, sayAsked(t, 13, 1), sayDealEnded(2))
	decided(t, s)
	first, second := (*made)[0], (*made)[1]
	if first.asked != 2 || second.asked != 1 || len(first.ended) != 0 || len(second.ended) != 1 {
		t.Error(first, second)
	}
	end := second.ended[0]
	if end.Winner != 1 || end.Offender != NoSeat || !slices.Equal(end.Points, []int{-1, 1}) ||
		!slices.Equal(end.Charges, []time.Duration{time.Second}) {
		t.Error(end)
	}
}

// Entries that come twice, as after a lost connection, change nothing.
func TestRepeatedEntriesChangeNothing(t *testing.T) {
	bot, made := counting()
	s := welcomed(t, bot)
	for range 2 {
		hears(t, s, sayLegStarted(), sayDealStarted(1), sayAsked(t, 11, 1))
	}
	if ids := answeredIDs(decided(t, s)); !slices.Equal(ids, []uint64{11}) {
		t.Error(ids)
	}
	for range 2 {
		hears(t, s, sayDealEnded(1), sayDealStarted(1), sayAsked(t, 11, 1))
	}
	if len(*made) != 1 || (*made)[0].asked != 1 || len((*made)[0].ended) != 1 || s.isOpen() {
		t.Error(*made)
	}
}

// On coming back the hello carries the token, what was not sent is dropped, and a request that is
// asked again gets the answer that it had: nothing is decided twice.
func TestLostAnswersAreGivenAgain(t *testing.T) {
	bot, made := counting()
	s := welcomed(t, bot)
	hears(t, s, sayDealStarted(1), sayAsked(t, 11, 1))
	_ = s.decideNext(time.Now())
	s.connected()
	token := s.outgoing[0].GetHello().GetResumeToken()
	if len(s.outgoing) != 1 || token != "come-back" {
		t.Error(s.outgoing)
	}
	hears(t, s, sayWelcome(true), sayAsked(t, 11, 1))
	ids := answeredIDs(decided(t, s))
	if !slices.Equal(ids, []uint64{11}) || (*made)[0].asked != 1 {
		t.Error(ids, (*made)[0].asked)
	}
}

// Deals of a session that was not taken up again are forgotten.
func TestDealsOfAnEarlierSessionAreForgotten(t *testing.T) {
	s := welcomed(t, passer())
	hears(t, s, sayDealStarted(1), sayAsked(t, 11, 1))
	s.connected()
	hears(t, s, sayWelcome(false))
	if s.isOpen() || len(s.waiting) > 0 {
		t.Error(s.deals, s.waiting)
	}
}

// A request is not decided when its deadline has passed, or when its deal has ended.
func TestVainRequestsAreNotDecided(t *testing.T) {
	bot, made := counting()
	s := welcomed(t, bot)
	late := asked(t, 11, 1)
	late.TimeToDeadline = durationpb.New(time.Second)
	arrival := time.Unix(100, 0)
	early := response(sayDealStarted(1), entryOf(late))
	if err := s.take(early, arrival); err != nil {
		t.Fatal(err)
	}
	if err := s.decideNext(arrival.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	hears(t, s, sayDealStarted(2), sayAsked(t, 12, 2), sayDealEnded(2))
	if sent := decided(t, s); len(sent) > 0 || (*made)[0].asked+(*made)[1].asked > 0 {
		t.Error(sent)
	}
}

// Entries and values of a later protocol are passed over.
func TestUnknownEntriesArePassedOver(t *testing.T) {
	s := welcomed(t, passer())
	var unknown pb.RefereeEntry
	if err := proto.Unmarshal([]byte{0xfa, 0x3e, 1, 'x'}, &unknown); err != nil { // field 1007
		t.Fatal(err)
	}
	strange := asked(t, 11, 1)
	strange.Kind = 99
	hears(t, s, &unknown, sayDealStarted(1), entryOf(strange), sayAsked(t, 12, 1))
	if ids := answeredIDs(decided(t, s)); !slices.Equal(ids, []uint64{12}) {
		t.Error(ids)
	}
}

// A refusal is told in the referee's words; on coming back it says that the session is lost.
func TestRefusalsAreToldInTheRefereesWords(t *testing.T) {
	s := newSession(passer(), log.New(io.Discard, "", 0))
	isFailure(t, s.take(response(sayRefusal("no seat is left")), time.Now()),
		exitRefused, "no seat is left")
	s = welcomed(t, passer())
	isFailure(t, s.take(response(sayRefusal("too late")), time.Now()),
		exitRefereeLost, "given the session up: too late")
}

// What the bot does wrong is a failure of the bot that tells what, and in a panic where.
func TestWhatTheBotDoesWrongIsAFailure(t *testing.T) {
	for words, decide := range map[string]func(*Observation) Decision{
		"demand is no answer here": func(*Observation) Decision { return Demand() },
		"panic: at a loss":         func(*Observation) Decision { panic("at a loss") },
		"index out of range":       func(s *Observation) Decision { return s.Options[7].LayAndPass() },
	} {
		s := welcomed(t, botOf(decide))
		hears(t, s, sayDealStarted(1), sayAsked(t, 11, 1))
		why := isFailure(t, s.decideNext(time.Now()), exitBotFailed, words)
		if strings.Contains(why.words, "panic") {
			isOwnStack(t, why.stack)
		}
		if len(s.outgoing) > 0 {
			t.Errorf("%s: %v is sent", words, s.outgoing)
		}
	}
}

// isOwnStack wants a stack that begins in the bot's code and ends before the SDK's.
func isOwnStack(t *testing.T, stack string) {
	t.Helper()
	if !strings.Contains(stack, "session_test.go") || strings.Contains(stack, "failure.go") {
		t.Error(stack)
	}
}

// A bot whose New makes nothing is told so.
func TestNewMustMakeADecider(t *testing.T) {
	bot := passer()
	bot.New = func(*Deal) Decider { return nil }
	s := welcomed(t, bot)
	isFailure(t, s.take(response(sayDealStarted(1)), time.Now()), exitBotFailed, "Bot.New")
}

// Only so many ends are remembered, so that memory does not grow with the deals.
func TestEndsAreForgottenInTheEnd(t *testing.T) {
	s := welcomed(t, passer())
	for id := uint64(1); id <= rememberedEnds+9; id++ {
		hears(t, s, sayDealStarted(id), sayDealEnded(id))
	}
	if len(s.endedDeals) != rememberedEnds || slices.Contains(s.endedDeals, 9) {
		t.Error(len(s.endedDeals), s.endedDeals[0])
	}
}

func isFailure(t testing.TB, err error, status int, words string) *failure {
	t.Helper()
	var why *failure
	if !errors.As(err, &why) || why.status != status || !strings.Contains(why.words, words) {
		t.Fatalf("%v is no failure of status %d with %q", err, status, words)
	}
	return why
}
