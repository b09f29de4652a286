package conquian

import (
	"math/rand/v2"
	"time"

	pb "conquian/v1"
)

// NoSeat stands where no seat is meant, as for the winner of a drawn deal.
const NoSeat = -1

// Ruleset is a ruleset with the fields of rules section 3.
type Ruleset = pb.Ruleset

// EndReason is why a deal has ended.
type EndReason = pb.DealEndReason

// Why a deal has ended.
const (
	WentOut        = pb.DealEndReason_DEAL_END_REASON_WENT_OUT
	StockExhausted = pb.DealEndReason_DEAL_END_REASON_STOCK_EXHAUSTED
	IllegalAction  = pb.DealEndReason_DEAL_END_REASON_ILLEGAL_ACTION
	Timeout        = pb.DealEndReason_DEAL_END_REASON_TIMEOUT
	Disconnected   = pb.DealEndReason_DEAL_END_REASON_DISCONNECTED
	CalledOff      = pb.DealEndReason_DEAL_END_REASON_CALLED_OFF
)

// Leg is a run of deals with one seating.
type Leg struct {
	ID        string
	Ruleset   *Ruleset // of all its deals
	Seat      int      // the bot's, in all its deals
	SeatCount int
	SeatNames []string // each seat's bot; empty where they are hidden
	DealCount int      // the most there can be where there is a target
	Target    int      // points with which a seat ends the leg; 0 when all deals are played
}

// Deal is a deal as it starts.
type Deal struct {
	Number int // in the leg, from 0
	Dealer int
	Seat   int    // the bot's own
	Hand   []Card // as dealt to the bot
	Seed   uint64 // for the bot's own use; it tells nothing of the deck
	Leg    *Leg

	random *rand.Rand
}

// Random gives random numbers of the deal's own, from its seed: the same again in the same deal,
// whatever other deals go on beside it.
func (d *Deal) Random() *rand.Rand {
	if d.random == nil {
		d.random = rand.New(rand.NewPCG(d.Seed, 0))
	}
	return d.random
}

// DealEnd is how a deal ended, with everything shown; nothing hidden is shown when it was called
// off.
type DealEnd struct {
	Reason   EndReason
	Winner   int             // the seat that went out, or NoSeat
	Offender int             // the seat whose fault ended the deal, or NoSeat
	Points   []int           // of each seat, before the multiplier
	Deck     []Card          // first dealt first
	Hands    [][]Card        // of each seat, at the end
	Record   string          // the deal in one line of JSON (rules section 12)
	Charges  []time.Duration // for each of the bot's decisions, in order
}

func legOf(started *pb.LegStarted) *Leg {
	return &Leg{
		ID:        started.GetLegId(),
		Ruleset:   started.GetRuleset(),
		Seat:      int(started.GetSeat()),
		SeatCount: int(started.GetSeatCount()),
		SeatNames: started.GetSeatNames(),
		DealCount: int(started.GetDealCount()),
		Target:    int(started.GetTarget()),
	}
}

func dealOf(started *pb.DealStarted, leg *Leg) *Deal {
	return &Deal{
		Number: int(started.GetNumber()),
		Dealer: int(started.GetDealer()),
		Seat:   int(started.GetSeat()),
		Hand:   cardsOf(started.GetHand()),
		Seed:   started.GetBotSeed(),
		Leg:    leg,
	}
}

func endOf(ended *pb.DealEnded) DealEnd {
	end := DealEnd{
		Reason:   ended.GetReason(),
		Winner:   seatOf(ended.Winner),
		Offender: seatOf(ended.Offender),
		Points:   intsOf(ended.GetPoints()),
		Deck:     cardsOf(ended.GetDeck()),
		Record:   ended.GetRecord(),
	}
	for _, hand := range ended.GetHands() {
		end.Hands = append(end.Hands, cardsOf(hand.GetCards()))
	}
	for _, charge := range ended.GetCharges() {
		end.Charges = append(end.Charges, charge.AsDuration())
	}
	return end
}

func seatOf(seat *uint32) int {
	if seat == nil {
		return NoSeat
	}
	return int(*seat)
}

func intsOf[T int32 | uint32](numbers []T) []int {
	ints := make([]int, len(numbers))
	for i, number := range numbers {
		ints[i] = int(number)
	}
	return ints
}
