//! The forty cards, and how they are written (rules sections 1 and 11).

use std::fmt;
use std::str::FromStr;

const RANKS: &[u8; 10] = b"A234567JQK";
const SUITS: &[u8; 4] = b"SHDC";

/// One of the forty cards. Cards sort by their index; they print and parse as they are written: `7H`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card with an index from 0 to 39: ten times the suit, plus the place of the rank.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 40 { Some(Self(index)) } else { None }
    }

    /// All forty, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..40).map(Self)
    }

    /// Its index, from 0 to 39.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its place in `A 2 3 4 5 6 7 J Q K`, from 1.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 10 + 1
    }

    /// Its place in spades, hearts, diamonds, clubs, from 0.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 / 10
    }

    /// The card that a message numbers, none where there is no such card.
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        Self::from_index(u8::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Its number in messages.
    pub(crate) fn number(self) -> i32 {
        i32::from(self.0) + 1
    }
}

/// The cards that a message numbers; those that this version does not know are left out.
pub(crate) fn numbered(numbers: &[i32]) -> Vec<Card> {
    numbers.iter().copied().filter_map(Card::from_number).collect()
}

/// The texts of cards, with the same text between any two.
pub(crate) fn joined(cards: &[Card], between: &str) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(between)
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANKS[usize::from(self.0 % 10)];
        let suit = SUITS[usize::from(self.suit())];
        write!(out, "{}{}", char::from(rank), char::from(suit))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// A text that names no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCardError(String);

impl fmt::Display for ParseCardError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} is not a card; write rank then suit, as in 7H or JD", self.0)
    }
}

impl std::error::Error for ParseCardError {}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let place = |all: &[u8], one| all.iter().position(|&other| other == one);
        let index = match text.as_bytes() {
            &[rank, suit] => place(SUITS, suit).zip(place(RANKS, rank)),
            _ => None,
        };
        index
            .and_then(|(suit, rank)| u8::try_from(10 * suit + rank).ok())
            .map(Self)
            .ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Card, numbered};

    /// Every card is read back from how it prints, in the order of the indices.
    #[test]
    fn prints_and_parses() {
        let texts: Vec<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!((texts.len(), &*texts[0], &*texts[39]), (40, "AS", "KC"));
        for (card, text) in Card::all().zip(&texts) {
            assert_eq!(text.parse(), Ok(card));
        }
    }

    /// A seven of hearts has the seventh rank, the second suit, and index 16.
    #[test]
    fn has_rank_and_suit() {
        let card: Card = "7H".parse().unwrap();
        assert_eq!((card.rank(), card.suit(), card.index()), (7, 1, 16));
    }

    /// What is no card's text is told in words.
    #[test]
    fn refuses_other_texts() {
        for text in ["", "7", "H7", "8S", "7h", "7HS"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(error.to_string().contains("is not a card"), "{error}");
        }
    }

    /// Numbers of no card, the one of an absent card included, are left out.
    #[test]
    fn leaves_unknown_numbers_out() {
        assert_eq!(
            numbered(&[0, 1, 40, 41, i32::MIN]),
            Card::all().step_by(39).collect::<Vec<_>>()
        );
    }
}
