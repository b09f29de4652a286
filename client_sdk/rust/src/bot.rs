//! What a bot is, and what it says of itself.

use crate::command;
use crate::deal::{Deal, DealEnd};
use crate::decision::Decision;
use crate::observation::Observation;
use std::process::ExitCode;

/// Plays one deal; a fresh one is made for each, so it may keep notes in itself.
///
/// A panic ends the bot: its message is on stderr, and the open deals are lost.
pub trait Bot {
    /// Answers one request. What can't answer it ends the bot, in words, before it is sent.
    fn decide(&mut self, seen: &Observation) -> Decision;

    /// Hears how the deal ended; called once, after the last decision. Does nothing unless written.
    fn ended(&mut self, end: &DealEnd) {
        let _ = end;
    }
}

/// Makes the bot of a deal.
pub(crate) type BotMaker = Box<dyn FnMut(&Deal) -> Box<dyn Bot>>;

/// What a bot says of itself when it says hello.
pub struct Profile {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) rulesets: Vec<String>,
    pub(crate) deals_at_once: u32,
    pub(crate) answer_only_choice: bool,
    pub(crate) wants_history: bool,
    pub(crate) warm_up: Option<Box<dyn FnOnce()>>,
}

impl Profile {
    /// A bot with this name and version that plays all rulesets, and 32 deals at once.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            rulesets: Vec::new(),
            deals_at_once: 32,
            answer_only_choice: false,
            wants_history: false,
            warm_up: None,
        }
    }

    /// Plays these preset rulesets only.
    #[must_use]
    pub fn rulesets<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.rulesets = names.into_iter().map(Into::into).collect();
        self
    }

    /// Plays up to so many deals side by side. They are decided one after another in one process,
    /// so this makes a bot quick, not busy.
    #[must_use]
    pub const fn deals_at_once(mut self, count: u32) -> Self {
        self.deals_at_once = count;
        self
    }

    /// Lets the referee answer where only one thing can be done. Opponents can tell by the speed.
    #[must_use]
    pub const fn answer_only_choice(mut self) -> Self {
        self.answer_only_choice = true;
        self
    }

    /// Has [`Observation::history`] filled.
    #[must_use]
    pub const fn wants_history(mut self) -> Self {
        self.wants_history = true;
        self
    }

    /// Loads what is slow to load: called once a process, before any clock counts.
    #[must_use]
    pub fn warm_up(mut self, load: impl FnOnce() + 'static) -> Self {
        self.warm_up = Some(Box::new(load));
        self
    }

    /// Plays until the referee ends the session, or a signal does (SIGTERM, SIGINT).
    ///
    /// Where the referee is comes from the environment: `CONQUIAN_ADDRESS` (`unix:/path` or
    /// `host:port`), `CONQUIAN_TOKEN`, and `CONQUIAN_CA` for TLS. Decisions are made on this thread;
    /// another one talks with the referee meanwhile.
    ///
    /// The exit status is 0 at an end in order; else, with the reason on stderr, 1 when the bot
    /// failed, 2 when the environment is wrong, 3 when the referee is lost, 4 when it refuses the bot.
    #[must_use = "it is the exit status of the process"]
    pub fn run<B: Bot + 'static>(self, mut make: impl FnMut(&Deal) -> B + 'static) -> ExitCode {
        command::run(self, Box::new(move |deal| Box::new(make(deal))))
    }
}
