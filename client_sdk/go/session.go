package conquian

import (
	"log"
	"strings"
	"time"

	pb "conquian/v1"
)

const sdkName = "conquian-go"

// Ids of deals that have ended are kept so that a start that comes twice is told from a new deal.
// What a referee sends again after a lost connection is recent, so that a few hundred are plenty.
const rememberedEnds = 1024

// session is one session with a referee, over as many connections as it takes. It does no I/O.
type session struct {
	bot      Bot
	log      *log.Logger
	outgoing []*pb.BotEntry // what is ready to be sent; whoever sends it takes it
	waiting  []*request     // to be decided, oldest first
	stopping bool           // whether the referee has said that it will end the stream

	resumeToken string
	warm        bool
	legs        map[string]*Leg
	deals       map[uint64]*openDeal
	endedDeals  []uint64
}

// openDeal is a deal that goes on, with the last request of it and the answer that was given.
type openDeal struct {
	deal    *Deal
	decider Decider
	last    *request     // nil before the first
	answer  *pb.Decision // to the last request; nil when none is given
}

// request is a request that is not answered yet.
type request struct {
	id   uint64
	open *openDeal
	seen *Observation
}

func newSession(bot Bot, log *log.Logger) *session {
	s := &session{bot: bot, log: log}
	s.forgetDeals()
	return s
}

// isOpen tells whether deals of the session still go on.
func (s *session) isOpen() bool { return len(s.deals) > 0 }

// connected says hello on a new connection, and nothing that waited for an older one: the referee
// asks its open requests again, so answers that were lost are given then.
func (s *session) connected() {
	s.outgoing = nil
	s.say(&pb.BotEntry{Entry: &pb.BotEntry_Hello{Hello: &pb.Hello{
		ProtocolVersion:  &pb.ProtocolVersion{Major: 1, Minor: 0},
		BotName:          s.bot.Name,
		BotVersion:       s.bot.Version,
		SdkName:          sdkName,
		SdkVersion:       Version,
		Rulesets:         s.bot.Rulesets,
		DealsAtOnce:      uint32(s.bot.DealsAtOnce),
		AnswerOnlyChoice: s.bot.AnswerOnlyChoice,
		WantsHistory:     s.bot.WantsHistory,
		ResumeToken:      s.resumeToken,
	}}})
}

// take hears what the referee says; entries that this version doesn't know are passed over.
//
// An error is a failure: the bot's own, a refusal, or that the referee has given the session up.
func (s *session) take(response *pb.PlayResponse, received time.Time) error {
	for _, entry := range response.GetEntries() {
		if err := s.hear(entry, received); err != nil {
			return err
		}
	}
	return nil
}

// decideNext has the oldest waiting request decided and its answer made ready.
//
// A late answer would only make others late, so a request past its deadline is not decided.
func (s *session) decideNext(now time.Time) error {
	next := s.waiting[0]
	s.waiting = s.waiting[1:]
	if deadline, limited := next.seen.Deadline(); limited && !now.Before(deadline) {
		s.log.Printf("request %d is past its deadline: not decided", next.id)
		return nil
	}
	var decision Decision
	if err := guard(func() { decision = next.open.decider.Decide(next.seen) }); err != nil {
		return err
	}
	return s.answer(next, decision)
}

// goodbye is the entry with which a bot leaves in order.
func goodbye(reason string) *pb.BotEntry {
	carried := strings.ToValidUTF8(reason, "?")
	return &pb.BotEntry{Entry: &pb.BotEntry_Goodbye{Goodbye: &pb.Goodbye{Reason: carried}}}
}

func (s *session) answer(next *request, decision Decision) error {
	if err := decision.check(next.seen); err != nil {
		return failed(exitBotFailed, "a decision that can't be answered: %v", err)
	}
	next.open.answer = decision.message(next.id)
	s.sayDecision(next.open.answer)
	return nil
}

func (s *session) sayDecision(decision *pb.Decision) {
	s.say(&pb.BotEntry{Entry: &pb.BotEntry_Decision{Decision: decision}})
}

func (s *session) say(entry *pb.BotEntry) { s.outgoing = append(s.outgoing, entry) }

func (s *session) forgetDeals() {
	s.legs, s.deals = map[string]*Leg{}, map[uint64]*openDeal{}
	s.waiting, s.endedDeals = nil, nil
}
