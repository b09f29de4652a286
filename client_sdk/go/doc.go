// Package conquian is what a Go bot needs to play Conquian against a referee.
//
// A bot is asked for one decision at a time, sees all that its seat may see, and finds every legal
// meld as a ready option:
//
//	package main
//
//	import "conquian"
//
//	func decide(seen *conquian.Observation) conquian.Decision {
//		if seen.Kind == conquian.ForceQuestion {
//			return conquian.Waive()
//		}
//		if len(seen.Options) == 0 {
//			return conquian.Pass()
//		}
//		choices := seen.Options[0].Decisions()
//		return choices[seen.Deal.Random().IntN(len(choices))]
//	}
//
//	func main() {
//		conquian.Run(conquian.Bot{
//			Name:    "mybot",
//			Version: "1",
//			New:     conquian.Stateless(decide),
//		})
//	}
//
// What a bot prints never gets in the way: nothing but the connection carries decisions. The
// rules whose sections are named here are docs/rules.md of the product.
package conquian

// Version is the SDK's version, which the hello carries.
const Version = "0.1.0"
