//! What the SDK tells the bot's author.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Writes a line to stderr; where that can't be written to, nobody misses it.
pub(crate) fn tell(words: impl Display) {
    let _ = writeln!(stderr(), "conquian: {words}");
}
