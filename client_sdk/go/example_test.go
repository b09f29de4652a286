package conquian_test

import (
	"fmt"
	"time"

	"conquian"
	pb "conquian/v1"
)

func decide(seen *conquian.Observation) conquian.Decision {
	if len(seen.Options) == 0 {
		return conquian.Pass()
	}
	option := seen.Options[0]
	return option.Meld(option.Discards()[0])
}

// A bot is tried without a referee by a request that is made by hand.
func ExampleNewObservation() {
	request := &pb.DecisionRequested{
		Kind: conquian.Offer,
		Observation: &pb.Observation{
			Hand:  []pb.Card{pb.Card_CARD_5S, pb.Card_CARD_5H, pb.Card_CARD_KC},
			Faced: pb.Card_CARD_5D,
		},
		Options: []*pb.Option{{
			Layout: []*pb.Meld{{
				Cards: []pb.Card{pb.Card_CARD_5S, pb.Card_CARD_5H, pb.Card_CARD_5D},
			}},
			HandCards: []pb.Card{pb.Card_CARD_5S, pb.Card_CARD_5H},
			UsesFaced: true,
		}},
	}
	seen := conquian.NewObservation(request, &conquian.Deal{Seed: 1}, time.Now())
	fmt.Println(decide(seen))
	// Output: meld 5S5H5D x KC
}
