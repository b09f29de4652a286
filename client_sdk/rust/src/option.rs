//! What a seat may lay.

use crate::card::{Card, joined, numbered};
use crate::decision::Decision;
use crate::v1;
use std::fmt;

/// Melds, as they lie.
pub type Layout = Vec<Vec<Card>>;

/// One legal way to lay cards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeldOption {
    /// Its place in the observation's options.
    pub index: usize,
    /// The seat's whole new layout.
    pub layout: Layout,
    /// The cards that it takes from the hand; none when the faced card alone is added.
    pub hand_cards: Vec<Card>,
    /// Whether the deal is won with it; then nothing is discarded.
    pub goes_out: bool,
    /// Whether it takes the faced card; if not, it is answered by [`MeldOption::lay_and_pass`].
    pub uses_faced: bool,
    /// The cards of which one is discarded with it; empty when none is due.
    pub discards: Vec<Card>,
}

impl MeldOption {
    /// Take the faced card with it and discard a card, or `None` when it goes out.
    #[must_use]
    pub fn meld(&self, discard: impl Into<Option<Card>>) -> Decision {
        Decision::Meld { option: self.index, discard: discard.into() }
    }

    /// Lay it from the hand alone and pass the faced card.
    #[must_use]
    pub const fn lay_and_pass(&self) -> Decision {
        Decision::LayAndPass { option: self.index }
    }

    /// Every legal decision that lays it.
    #[must_use]
    pub fn decisions(&self) -> Vec<Decision> {
        match (self.uses_faced, self.goes_out) {
            (false, _) => vec![self.lay_and_pass()],
            (true, true) => vec![self.meld(None)],
            (true, false) => self.discards.iter().map(|&card| self.meld(card)).collect(),
        }
    }

    /// The option that a message holds, of a seat with this hand.
    pub(crate) fn read(index: usize, option: &v1::Option, hand: &[Card]) -> Self {
        let hand_cards = numbered(&option.hand_cards);
        let is_discard_due = option.uses_faced && !option.goes_out;
        let left = hand.iter().filter(|card| is_discard_due && !hand_cards.contains(card));
        Self {
            index,
            layout: read_layout(&option.layout),
            goes_out: option.goes_out,
            uses_faced: option.uses_faced,
            discards: left.copied().collect(),
            hand_cards,
        }
    }
}

impl fmt::Display for MeldOption {
    /// The layout as the rules write it: `5S5H5D/6S7SJS`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let melds: Vec<String> = self.layout.iter().map(|meld| joined(meld, "")).collect();
        write!(out, "{}", melds.join("/"))
    }
}

/// The melds that a message holds.
pub(crate) fn read_layout(melds: &[v1::Meld]) -> Layout {
    melds.iter().map(|meld| numbered(&meld.cards)).collect()
}
