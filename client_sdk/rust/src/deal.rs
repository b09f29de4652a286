//! What a bot is told of its deals beside its observations: leg, start and end.

use crate::card::{Card, numbered};
use crate::random::Random;
use crate::v1::{self, DealEndReason, Ruleset};
use std::rc::Rc;
use std::time::Duration;

/// A run of deals with one seating.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Leg {
    /// Names the leg in the session.
    pub id: String,
    /// The ruleset of all its deals (rules section 3).
    pub ruleset: Ruleset,
    /// The bot's seat in all of them.
    pub seat: usize,
    /// How many seats play.
    pub seat_count: usize,
    /// Each seat's bot; empty where they are hidden.
    pub seat_names: Vec<String>,
    /// How many deals it has; the most there can be where there is a target.
    pub deal_count: u32,
    /// The points with which a seat ends it; none when all deals are played.
    pub target: Option<u32>,
}

/// A deal as it starts.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Deal {
    /// Its number in the leg, from 0.
    pub number: u32,
    /// The seat that deals.
    pub dealer: usize,
    /// The bot's own seat.
    pub seat: usize,
    /// The cards dealt to it.
    pub hand: Vec<Card>,
    /// A random number for the bot's own use; it tells nothing of the deck.
    pub seed: u64,
    /// The leg that it belongs to.
    pub leg: Rc<Leg>,
}

/// How a deal ended, with everything shown.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DealEnd {
    /// Why it ended; unspecified where this version does not know the reason.
    pub reason: DealEndReason,
    /// The seat that went out, if one did.
    pub winner: Option<usize>,
    /// The seat whose fault ended the deal, if there was one.
    pub offender: Option<usize>,
    /// Each seat's points before the multiplier; empty when called off, as are deck and hands.
    pub points: Vec<i32>,
    /// The whole deck, first dealt first.
    pub deck: Vec<Card>,
    /// Each seat's cards at the end.
    pub hands: Vec<Vec<Card>>,
    /// The deal in one line of JSON (rules section 12).
    pub record: String,
    /// The time charged for each of the bot's decisions, in order.
    pub charges: Vec<Duration>,
}

impl Deal {
    /// Random numbers of the deal's own: a bot that takes all its chance from here plays the same
    /// deal the same way again.
    #[must_use]
    pub const fn random(&self) -> Random {
        Random::new(self.seed)
    }

    pub(crate) fn read(started: &v1::DealStarted, leg: Rc<Leg>) -> Self {
        Self {
            number: started.number,
            dealer: seat(started.dealer),
            seat: seat(started.seat),
            hand: numbered(&started.hand),
            seed: started.bot_seed,
            leg,
        }
    }
}

impl From<v1::LegStarted> for Leg {
    fn from(started: v1::LegStarted) -> Self {
        Self {
            id: started.leg_id,
            ruleset: started.ruleset.unwrap_or_default(),
            seat: seat(started.seat),
            seat_count: seat(started.seat_count),
            seat_names: started.seat_names,
            deal_count: started.deal_count,
            target: started.target,
        }
    }
}

impl From<v1::DealEnded> for DealEnd {
    fn from(ended: v1::DealEnded) -> Self {
        Self {
            reason: ended.reason(),
            winner: ended.winner.map(seat),
            offender: ended.offender.map(seat),
            points: ended.points,
            deck: numbered(&ended.deck),
            hands: ended.hands.iter().map(|hand| numbered(&hand.cards)).collect(),
            record: ended.record,
            charges: ended.charges.into_iter().map(Duration::from).collect(),
        }
    }
}

/// A seat, or a number of seats, as Rust counts.
pub(crate) const fn seat(number: u32) -> usize {
    number as usize
}
