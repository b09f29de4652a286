//! What a bot may decide.

use crate::card::Card;
use std::fmt;

/// An answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Leave the faced card; answers an offer.
    Pass,
    /// Have the seat that passed take the card; answers a force question.
    Demand,
    /// Let the seat that passed go; answers a force question.
    Waive,
    /// Take the faced card into a meld; see [`MeldOption::meld`](crate::MeldOption::meld).
    Meld {
        /// The place of the option in the observation.
        option: usize,
        /// The card that is discarded; none when the seat goes out.
        discard: Option<Card>,
    },
    /// Lay cards of the hand and pass the faced card; see
    /// [`MeldOption::lay_and_pass`](crate::MeldOption::lay_and_pass).
    LayAndPass {
        /// The place of the option in the observation.
        option: usize,
    },
}

impl fmt::Display for Decision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => write!(out, "pass"),
            Self::Demand => write!(out, "demand"),
            Self::Waive => write!(out, "waive"),
            Self::Meld { option, discard: None } => write!(out, "meld #{option}"),
            Self::Meld { option, discard: Some(card) } => write!(out, "meld #{option} x {card}"),
            Self::LayAndPass { option } => write!(out, "meld #{option} pass"),
        }
    }
}
