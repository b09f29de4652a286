#![doc = include_str!("../README.md")]
//!
//! The rules whose sections are named here are `docs/rules.md` of the product.

mod address;
mod bot;
mod card;
mod check;
mod client;
mod command;
mod connection;
mod deal;
mod decision;
mod duration;
mod error;
mod line;
mod observation;
mod option;
mod random;
mod search;
mod session;
#[cfg(test)]
mod testing;
mod told;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, dead_code)]
mod v1;

pub use bot::{Bot, Profile};
pub use card::{Card, ParseCardError};
pub use deal::{Deal, DealEnd, Leg};
pub use decision::Decision;
pub use observation::{Kind, Observation, Origin, PlayedAction};
pub use option::{Layout, MeldOption};
pub use random::Random;
pub use v1::{Ace, DealEndReason, DrawCarry, ForceScope, ForcedPlay, HandMelds, Payment, Ruleset};
