//! Why a run of a bot comes to a bad end.

use std::fmt;

/// What went wrong, in words for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// The bot panicked, or decided what can't answer the request.
    Bot(String),
    /// The environment does not say where the referee is, or says it wrongly.
    Usage(String),
    /// The referee can't be reached, or not any more.
    RefereeLost(String),
    /// The referee does not take the bot.
    Refused(String),
}

impl Error {
    /// The exit status that tells of it.
    pub(crate) const fn status(&self) -> u8 {
        match self {
            Self::Bot(_) => 1,
            Self::Usage(_) => 2,
            Self::RefereeLost(_) => 3,
            Self::Refused(_) => 4,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Bot(words)
        | Self::Usage(words)
        | Self::RefereeLost(words)
        | Self::Refused(words)) = self;
        write!(out, "{words}")
    }
}
