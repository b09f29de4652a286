//! Lays whatever it can, and keeps the cards that go together.
//!
//! It looks no further than the cards before it: no counting, no thought of the opponent. All that it
//! computes are small whole numbers, and every tie is broken by the order of options or cards, so
//! that it decides the same in every language.

use conquian::{Bot, Card, Decision, Kind, MeldOption, Observation, Profile};
use std::cmp::Reverse;
use std::process::ExitCode;

const SAME_RANK: u32 = 3;
const NEXT_IN_SUIT: u32 = 4;
const NEXT_BUT_ONE_IN_SUIT: u32 = 2;

/// Melds at once, never demands, discards what is worth least.
struct Greedy;

impl Bot for Greedy {
    fn decide(&mut self, seen: &Observation) -> Decision {
        if seen.kind == Kind::ForceQuestion {
            return Decision::Waive;
        }
        match best_option(&seen.options) {
            None => Decision::Pass,
            Some(option) if option.uses_faced => option.meld(worst_card(&option.discards)),
            Some(option) => option.lay_and_pass(),
        }
    }
}

/// One that goes out, else one that takes the faced card, else one that lays most cards.
fn best_option(options: &[MeldOption]) -> Option<&MeldOption> {
    options.iter().max_by_key(|o| {
        let laid = o.hand_cards.len();
        (o.goes_out, o.uses_faced, laid, Reverse(o.index))
    })
}

/// The card that goes least with the others, the lowest of several; none of no cards.
fn worst_card(cards: &[Card]) -> Option<Card> {
    let key = |card: &Card| (worth(*card, cards), *card);
    cards.iter().copied().min_by_key(key)
}

/// How well a card goes with the others of `cards`.
fn worth(card: Card, cards: &[Card]) -> u32 {
    let others = cards.iter().filter(|&&other| other != card);
    others.map(|&other| closeness(card, other)).sum()
}

/// How much two cards do for each other, on the way to a group or a sequence.
fn closeness(one: Card, other: Card) -> u32 {
    if one.rank() == other.rank() {
        return SAME_RANK;
    }
    match one.rank().abs_diff(other.rank()) {
        1 if one.suit() == other.suit() => NEXT_IN_SUIT,
        2 if one.suit() == other.suit() => NEXT_BUT_ONE_IN_SUIT,
        _ => 0,
    }
}

fn main() -> ExitCode {
    Profile::new("greedy-rust", "1").run(|_| Greedy)
}
