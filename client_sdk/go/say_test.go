package conquian

import (
	"io"
	"log"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	pb "conquian/v1"
)

// What referees say in these tests, and the short forms in which the tests write it.

func cards(t testing.TB, text string) []Card {
	t.Helper()
	read, err := ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func numbers(t testing.TB, text string) []pb.Card {
	t.Helper()
	var numbers []pb.Card
	for _, card := range cards(t, text) {
		numbers = append(numbers, pb.Card(card))
	}
	return numbers
}

func response(entries ...*pb.RefereeEntry) *pb.PlayResponse {
	return &pb.PlayResponse{Entries: entries}
}

func sayWelcome(resumed bool) *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_Welcome{Welcome: &pb.Welcome{
		SessionId:   "a-session",
		ResumeToken: "come-back",
		Resumed:     resumed,
	}}}
}

func sayRefusal(sentence string) *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_Refusal{Refusal: &pb.Refusal{
		Sentence: sentence,
	}}}
}

func sayLegStarted() *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_LegStarted{LegStarted: &pb.LegStarted{
		LegId:     "a-leg",
		Ruleset:   &pb.Ruleset{Name: "classic", HandSize: 10, Goal: 11},
		SeatCount: 2,
		DealCount: 9,
	}}}
}

func sayDealStarted(id uint64) *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_DealStarted{DealStarted: &pb.DealStarted{
		DealId:  id,
		LegId:   "a-leg",
		Number:  uint32(id),
		BotSeed: 7,
	}}}
}

// sayAsked offers 5D to a hand of 5S 5H KC.
func sayAsked(t testing.TB, request, deal uint64) *pb.RefereeEntry {
	return entryOf(asked(t, request, deal))
}

func entryOf(asked *pb.DecisionRequested) *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_DecisionRequested{DecisionRequested: asked}}
}

func asked(t testing.TB, request, deal uint64) *pb.DecisionRequested {
	by := uint32(1)
	return &pb.DecisionRequested{
		RequestId: request,
		DealId:    deal,
		Kind:      Offer,
		Observation: &pb.Observation{
			Ruleset:     "classic",
			Dealer:      1,
			Hand:        numbers(t, "5S 5H KC"),
			Tables:      []*pb.Table{{}, {Melds: []*pb.Meld{{Cards: numbers(t, "AS 2S 3S")}}}},
			Faced:       pb.Card_CARD_5D,
			FacedOrigin: FromDiscard,
			FacedBy:     &by,
			Dead:        numbers(t, "7C"),
			HandCounts:  []uint32{3, 7},
		},
		Options: []*pb.Option{{
			Layout:    []*pb.Meld{{Cards: numbers(t, "5S 5H 5D")}},
			HandCards: numbers(t, "5S 5H"),
			UsesFaced: true,
		}},
	}
}

func sayDealEnded(deal uint64) *pb.RefereeEntry {
	winner := uint32(1)
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_DealEnded{DealEnded: &pb.DealEnded{
		DealId:  deal,
		Reason:  WentOut,
		Winner:  &winner,
		Points:  []int32{-1, 1},
		Charges: []*durationpb.Duration{durationpb.New(time.Second)},
	}}}
}

func sayStopping() *pb.RefereeEntry {
	return &pb.RefereeEntry{Entry: &pb.RefereeEntry_Notice{Notice: &pb.Notice{
		Kind: pb.NoticeKind_NOTICE_KIND_STOPPING,
	}}}
}

// passer is a bot that passes.
func passer() Bot {
	return botOf(func(*Observation) Decision { return Pass() })
}

// botOf is a bot that decides so.
func botOf(decide func(*Observation) Decision) Bot {
	bot, err := Bot{Name: "a-bot", Version: "3", New: Stateless(decide)}.filled()
	if err != nil {
		panic(err)
	}
	return bot
}

// welcomed is a session of a bot's in which a leg has begun.
func welcomed(t testing.TB, bot Bot) *session {
	t.Helper()
	s := newSession(bot, log.New(io.Discard, "", 0))
	s.connected()
	hears(t, s, sayWelcome(false), sayLegStarted())
	s.outgoing = nil
	return s
}

// hears has a session hear what a referee says in one message.
func hears(t testing.TB, s *session, entries ...*pb.RefereeEntry) {
	t.Helper()
	if err := s.take(response(entries...), time.Now()); err != nil {
		t.Fatal(err)
	}
}

// decided has everything decided that waits, and takes what is to be sent.
func decided(t testing.TB, s *session) []*pb.BotEntry {
	t.Helper()
	for len(s.waiting) > 0 {
		if err := s.decideNext(time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	sent := s.outgoing
	s.outgoing = nil
	return sent
}

// answeredIDs is the ids of the requests that are answered among what is sent.
func answeredIDs(sent []*pb.BotEntry) []uint64 {
	var ids []uint64
	for _, entry := range sent {
		if decision := entry.GetDecision(); decision != nil {
			ids = append(ids, decision.GetRequestId())
		}
	}
	return ids
}
