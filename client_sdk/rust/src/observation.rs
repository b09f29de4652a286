//! What a bot sees when it is asked for a decision (rules section 9).

#[cfg(test)]
mod tests;

use crate::card::{Card, joined, numbered};
use crate::deal::{Deal, seat};
use crate::decision::Decision;
use crate::option::{Layout, MeldOption, read_layout};
use crate::v1::{self, FacedOrigin, RequestKind};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a seat is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The faced card is offered: meld or pass, or lay and pass where the ruleset has it.
    Offer,
    /// The faced card is forced on the seat: meld.
    Forced,
    /// Another seat passed a card that can be forced on it: demand or waive.
    ForceQuestion,
}

/// Where the faced card came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// A seat turned it from the stock.
    Stock,
    /// A seat discarded it.
    Discard,
    /// It was turned up before play, by nobody.
    InitialUpcard,
    /// Somewhere that this version does not know.
    Unknown,
}

/// An action of the deal so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedAction {
    /// The seat that acted.
    pub seat: usize,
    /// The action as the rules write it (section 11).
    pub text: String,
}

/// All that the bot's seat sees of a deal, with its legal melds as ready options. Seats count from 0
/// in the order of play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Observation {
    /// What is asked.
    pub kind: Kind,
    /// The deal, with its leg and ruleset.
    pub deal: Rc<Deal>,
    /// The bot's own seat.
    pub seat: usize,
    /// The seat that dealt.
    pub dealer: usize,
    /// The bot's cards, by index.
    pub hand: Vec<Card>,
    /// What each seat has laid.
    pub tables: Vec<Layout>,
    /// The faced card: the one in play.
    pub faced: Card,
    /// Where the faced card came from.
    pub faced_origin: Origin,
    /// The seat that turned or discarded it; none for the initial upcard.
    pub faced_by: Option<usize>,
    /// The seats that have passed on it, in that order. The last is the seat in question when a
    /// demand is asked for, and the forced seat itself when it is forced.
    pub passed_seats: Vec<usize>,
    /// The cards turned down for good, in that order.
    pub dead: Vec<Card>,
    /// How many cards are left in the stock.
    pub stock_count: usize,
    /// How many cards each seat holds.
    pub hand_counts: Vec<usize>,
    /// Each seat's points before this deal; empty when not known yet.
    pub scores: Vec<i32>,
    /// What this deal's points are multiplied by; none when not known yet.
    pub multiplier: Option<u32>,
    /// How many actions the deal has had, of all seats.
    pub action_count: u32,
    /// These actions; empty unless the profile wants the history.
    pub history: Vec<PlayedAction>,
    /// Every legal meld once, in the order of their texts; discards are not multiplied out.
    pub options: Vec<MeldOption>,
    /// When the answer is late; none where nothing limits it.
    pub deadline: Option<Instant>,
    /// What this deal's bank held when the request was sent; none without a bank.
    pub bank_left: Option<Duration>,
}

impl Observation {
    /// Every legal decision, each once.
    #[must_use]
    pub fn decisions(&self) -> Vec<Decision> {
        let laying = self.options.iter().flat_map(MeldOption::decisions);
        match self.kind {
            Kind::ForceQuestion => vec![Decision::Demand, Decision::Waive],
            Kind::Offer => std::iter::once(Decision::Pass).chain(laying).collect(),
            Kind::Forced => laying.collect(),
        }
    }

    /// The cards that the bot has not seen: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> Vec<Card> {
        let laid: Vec<Card> = self.tables.iter().flatten().flatten().copied().collect();
        let seen = |card: &Card| {
            *card == self.faced || [&self.hand, &self.dead, &laid].iter().any(|c| c.contains(card))
        };
        Card::all().filter(|card| !seen(card)).collect()
    }

    /// The time from now to the deadline; none where nothing limits it.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// What a request asks, where this version can read it.
    pub(crate) fn read(
        request: &v1::DecisionRequested,
        deal: Rc<Deal>,
        received: Instant,
    ) -> Option<Self> {
        let seen = request.observation.as_ref()?;
        let hand = numbered(&seen.hand);
        let options = request.options.iter().enumerate();
        Some(Self {
            kind: read_kind(request.kind())?,
            deal,
            seat: seat(seen.seat),
            dealer: seat(seen.dealer),
            tables: seen.tables.iter().map(|table| read_layout(&table.melds)).collect(),
            faced: Card::from_number(seen.faced)?,
            faced_origin: read_origin(seen.faced_origin()),
            faced_by: seen.faced_by.map(seat),
            passed_seats: seen.passed_seats.iter().copied().map(seat).collect(),
            dead: numbered(&seen.dead),
            stock_count: seat(seen.stock_count),
            hand_counts: seen.hand_counts.iter().copied().map(seat).collect(),
            scores: seen.scores.clone(),
            multiplier: seen.multiplier,
            action_count: seen.action_count,
            history: request.history.iter().map(read_action).collect(),
            options: options.map(|(index, o)| MeldOption::read(index, o, &hand)).collect(),
            deadline: request.time_to_deadline.and_then(|left| received.checked_add(left.into())),
            bank_left: request.bank_left.map(Duration::from),
            hand,
        })
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, faced, hand) = (self.kind, self.faced, joined(&self.hand, " "));
        write!(out, "{kind:?} of {faced}, hand {hand}, deal {}", self.deal.number)
    }
}

fn read_action(played: &v1::PlayedAction) -> PlayedAction {
    PlayedAction { seat: seat(played.seat), text: played.text.clone() }
}

const fn read_kind(kind: RequestKind) -> Option<Kind> {
    match kind {
        RequestKind::Offer => Some(Kind::Offer),
        RequestKind::Forced => Some(Kind::Forced),
        RequestKind::ForceQuestion => Some(Kind::ForceQuestion),
        RequestKind::Unspecified => None,
    }
}

const fn read_origin(origin: FacedOrigin) -> Origin {
    match origin {
        FacedOrigin::Stock => Origin::Stock,
        FacedOrigin::Discard => Origin::Discard,
        FacedOrigin::InitialUpcard => Origin::InitialUpcard,
        FacedOrigin::Unspecified => Origin::Unknown,
    }
}
