package conquian

import (
	"slices"
	"time"

	pb "conquian/v1"
)

// hear takes one entry of the referee's.
func (s *session) hear(entry *pb.RefereeEntry, received time.Time) error {
	switch said := entry.GetEntry().(type) {
	case *pb.RefereeEntry_Welcome:
		return s.welcome(said.Welcome)
	case *pb.RefereeEntry_Refusal:
		return s.refusal(said.Refusal)
	case *pb.RefereeEntry_LegStarted:
		s.legs[said.LegStarted.GetLegId()] = legOf(said.LegStarted)
	case *pb.RefereeEntry_DealStarted:
		return s.dealStarted(said.DealStarted)
	case *pb.RefereeEntry_DecisionRequested:
		s.decisionRequested(said.DecisionRequested, received)
	case *pb.RefereeEntry_DecisionRejected:
		s.decisionRejected(said.DecisionRejected)
	case *pb.RefereeEntry_DealEnded:
		return s.dealEnded(said.DealEnded)
	case *pb.RefereeEntry_LegEnded:
		s.legEnded(said.LegEnded)
	case *pb.RefereeEntry_Notice:
		s.notice(said.Notice)
	}
	return nil
}

func (s *session) welcome(welcome *pb.Welcome) error {
	if !welcome.GetResumed() {
		s.forgetDeals()
	}
	s.resumeToken = welcome.GetResumeToken()
	s.log.Printf("in session %s as %s, up to %d deals at once",
		welcome.GetSessionId(), s.bot.Name, welcome.GetLimits().GetDealsAtOnce())
	if err := s.warmUp(); err != nil {
		return err
	}
	s.say(&pb.BotEntry{Entry: &pb.BotEntry_Ready{Ready: &pb.Ready{}}})
	return nil
}

func (s *session) warmUp() error {
	if s.warm {
		return nil
	}
	s.warm = true
	return guard(s.bot.WarmUp)
}

func (s *session) refusal(refusal *pb.Refusal) error {
	if s.resumeToken != "" {
		return failed(exitRefereeLost, "the referee has given the session up: %s",
			refusal.GetSentence())
	}
	return failed(exitRefused, "the referee refuses the bot: %s", refusal.GetSentence())
}

func (s *session) dealStarted(started *pb.DealStarted) error {
	id, leg := started.GetDealId(), s.legs[started.GetLegId()]
	if leg == nil || s.deals[id] != nil || slices.Contains(s.endedDeals, id) {
		return nil
	}
	opened := &openDeal{deal: dealOf(started, leg)}
	s.deals[id] = opened
	if err := guard(func() { opened.decider = s.bot.New(opened.deal) }); err != nil {
		return err
	}
	if opened.decider == nil {
		return failed(exitBotFailed, "Bot.New made nothing that decides")
	}
	return nil
}

func (s *session) decisionRequested(asked *pb.DecisionRequested, received time.Time) {
	open := s.deals[asked.GetDealId()]
	if open == nil || wanted[asked.GetKind()] == "" {
		s.log.Printf("request %d can't be understood: passed over", asked.GetRequestId())
		return
	}
	if open.last != nil && open.last.id == asked.GetRequestId() {
		s.askedAgain(open)
		return
	}
	open.last = &request{
		id:   asked.GetRequestId(),
		open: open,
		seen: NewObservation(asked, open.deal, received),
	}
	open.answer = nil
	s.waiting = append(s.waiting, open.last)
}

// askedAgain gives the same answer again, if there is one: nothing is decided twice.
func (s *session) askedAgain(open *openDeal) {
	if open.answer != nil {
		s.sayDecision(open.answer)
	}
}

func (s *session) decisionRejected(rejected *pb.DecisionRejected) {
	switch rejected.GetCode() {
	case pb.RejectionCode_REJECTION_CODE_STALE, pb.RejectionCode_REJECTION_CODE_UNKNOWN:
		return // of no consequence, as after a lost connection
	}
	s.log.Printf("answer %d not taken: %s", rejected.GetRequestId(), rejected.GetSentence())
}

func (s *session) dealEnded(ended *pb.DealEnded) error {
	open := s.deals[ended.GetDealId()]
	if open == nil {
		return nil
	}
	s.closeDeal(ended.GetDealId(), open)
	if seatOf(ended.Offender) == open.deal.Seat {
		s.log.Printf("deal %d forfeited: %v", open.deal.Number, ended.GetReason())
	}
	if listener, listens := open.decider.(ender); listens {
		return guard(func() { listener.Ended(endOf(ended)) })
	}
	return nil
}

func (s *session) closeDeal(id uint64, open *openDeal) {
	delete(s.deals, id)
	s.endedDeals = append(s.endedDeals, id)
	if surplus := len(s.endedDeals) - rememberedEnds; surplus > 0 {
		s.endedDeals = s.endedDeals[surplus:]
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(r *request) bool { return r.open == open })
}

func (s *session) legEnded(ended *pb.LegEnded) {
	if s.legs[ended.GetLegId()] == nil {
		return
	}
	delete(s.legs, ended.GetLegId())
	s.log.Printf("leg of %d deals ended, points %v", len(ended.GetDeals()), ended.GetTotals())
}

func (s *session) notice(notice *pb.Notice) {
	if notice.GetKind() == pb.NoticeKind_NOTICE_KIND_STOPPING {
		s.stopping = true
	}
	s.log.Printf("the referee says: %s", notice.GetSentence())
}
