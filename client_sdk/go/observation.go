package conquian

import (
	"fmt"
	"time"

	pb "conquian/v1"
)

// Kind is what a seat is asked, and so which decisions may answer.
type Kind = pb.RequestKind

// What a seat is asked.
const (
	Offer         = pb.RequestKind_REQUEST_KIND_OFFER          // meld or pass
	Forced        = pb.RequestKind_REQUEST_KIND_FORCED         // meld
	ForceQuestion = pb.RequestKind_REQUEST_KIND_FORCE_QUESTION // demand or waive
)

// Origin is where the faced card came from.
type Origin = pb.FacedOrigin

// Where the faced card came from.
const (
	FromStock         = pb.FacedOrigin_FACED_ORIGIN_STOCK
	FromDiscard       = pb.FacedOrigin_FACED_ORIGIN_DISCARD
	FromInitialUpcard = pb.FacedOrigin_FACED_ORIGIN_INITIAL_UPCARD
)

// PlayedAction is an action of the deal so far, in canonical text (rules section 11).
type PlayedAction struct {
	Seat int
	Text string
}

// Observation is all that the bot's seat sees of a deal when it is asked (rules section 9), with
// its legal melds as ready options. Seats count from 0 in the order of play.
type Observation struct {
	Kind        Kind
	Deal        *Deal
	Seat        int // the bot's own
	Dealer      int
	Hand        []Card   // by index
	Tables      []Layout // what each seat has laid: the melds as they lie
	Faced       Card     // the card in play
	FacedOrigin Origin
	FacedBy     int   // the seat that turned or discarded it; NoSeat for the initial upcard
	PassedSeats []int // those that have passed on it, in order; the last is the one in question
	Dead        []Card
	StockCount  int
	HandCounts  []int
	Scores      []int // each seat's points before this deal; empty when not known yet
	Multiplier  int   // of this deal's points; 0 when not known yet
	ActionCount int   // of the deal so far
	Options     []*Option
	History     []PlayedAction // of all seats; empty unless the bot's WantsHistory is set

	deadline time.Time // zero without one
	bankLeft *time.Duration
}

// NewObservation reads a request, as for a bot that is tried without a referee.
//
// Received is when the request came: its time runs from then.
func NewObservation(request *pb.DecisionRequested, deal *Deal, received time.Time) *Observation {
	seen := request.GetObservation()
	observation := &Observation{
		Kind:        request.GetKind(),
		Deal:        deal,
		Seat:        int(seen.GetSeat()),
		Dealer:      int(seen.GetDealer()),
		Hand:        cardsOf(seen.GetHand()),
		Tables:      tablesOf(seen.GetTables()),
		Faced:       Card(seen.GetFaced()),
		FacedOrigin: seen.GetFacedOrigin(),
		FacedBy:     seatOf(seen.FacedBy),
		PassedSeats: intsOf(seen.GetPassedSeats()),
		Dead:        cardsOf(seen.GetDead()),
		StockCount:  int(seen.GetStockCount()),
		HandCounts:  intsOf(seen.GetHandCounts()),
		Scores:      intsOf(seen.GetScores()),
		Multiplier:  int(seen.GetMultiplier()),
		ActionCount: int(seen.GetActionCount()),
		History:     historyOf(request.GetHistory()),
	}
	observation.Options = optionsOf(request.GetOptions(), observation)
	observation.readClock(request, received)
	return observation
}

// Table is what the bot itself has laid.
func (o *Observation) Table() Layout { return o.Tables[o.Seat] }

// Ruleset is the ruleset of the deal.
func (o *Observation) Ruleset() *Ruleset { return o.Deal.Leg.Ruleset }

// Unseen is the cards that the bot has not seen: in the stock or in other hands.
func (o *Observation) Unseen() []Card {
	seen := map[Card]bool{o.Faced: true}
	for _, cards := range append([][]Card{o.Hand, o.Dead}, o.laid()...) {
		for _, card := range cards {
			seen[card] = true
		}
	}
	var unseen []Card
	for card := Card(1); int(card) <= cardCount; card++ {
		if !seen[card] {
			unseen = append(unseen, card)
		}
	}
	return unseen
}

// Decisions is every legal decision, each once.
func (o *Observation) Decisions() []Decision {
	var decisions []Decision
	switch o.Kind {
	case ForceQuestion:
		return []Decision{Demand(), Waive()}
	case Offer:
		decisions = append(decisions, Pass())
	}
	for _, option := range o.Options {
		decisions = append(decisions, option.Decisions()...)
	}
	return decisions
}

// Deadline is when an answer would be late; false when there is no deadline.
func (o *Observation) Deadline() (time.Time, bool) {
	return o.deadline, !o.deadline.IsZero()
}

// BankLeft is what this deal's bank held when the request was sent; false without a bank.
func (o *Observation) BankLeft() (time.Duration, bool) {
	if o.bankLeft == nil {
		return 0, false
	}
	return *o.bankLeft, true
}

// String is the observation in short, for a log.
func (o *Observation) String() string {
	return fmt.Sprintf("%v of %v, hand %s", o.Kind, o.Faced, listed(o.Hand))
}

func (o *Observation) laid() [][]Card {
	var melds [][]Card
	for _, table := range o.Tables {
		for _, meld := range table {
			melds = append(melds, meld)
		}
	}
	return melds
}

func (o *Observation) readClock(request *pb.DecisionRequested, received time.Time) {
	if left := request.GetTimeToDeadline(); left != nil {
		o.deadline = received.Add(left.AsDuration())
	}
	if left := request.GetBankLeft(); left != nil {
		bank := left.AsDuration()
		o.bankLeft = &bank
	}
}

func tablesOf(messages []*pb.Table) []Layout {
	tables := make([]Layout, len(messages))
	for i, table := range messages {
		tables[i] = layoutOf(table.GetMelds())
	}
	return tables
}

func historyOf(messages []*pb.PlayedAction) []PlayedAction {
	history := make([]PlayedAction, len(messages))
	for i, played := range messages {
		history[i] = PlayedAction{int(played.GetSeat()), played.GetText()}
	}
	return history
}
