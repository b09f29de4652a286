//! Write a bot that plays Conquian.
//!
//! A bot implements [`Bot`] and is run by a [`Profile`], which dials the referee that the environment
//! names, says hello, and has a fresh bot decide in every deal:
//!
//! ```no_run
//! use conquian::{Bot, Decision, Kind, Observation, Profile};
//!
//! struct Careless;
//!
//! impl Bot for Careless {
//!     fn decide(&mut self, seen: &Observation) -> Decision {
//!         match seen.options.first() {
//!             _ if seen.kind == Kind::ForceQuestion => Decision::Waive,
//!             None => Decision::Pass,
//!             Some(option) if option.uses_faced => option.meld(option.discards.first().copied()),
//!             Some(option) => option.lay_and_pass(),
//!         }
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     Profile::new("careless", "1").run(|_| Careless)
//! }
//! ```
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
