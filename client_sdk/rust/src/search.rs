//! Looking for a lost referee: how long, and how often.

use std::time::{Duration, Instant};

/// How long a lost referee is looked for.
pub(crate) const WINDOW: Duration = Duration::from_secs(10);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The search for a referee, from the loss on.
pub(crate) struct Search {
    lost_at: Option<Instant>,
    pause: Duration,
}

impl Search {
    pub(crate) const fn new() -> Self {
        Self { lost_at: None, pause: FIRST_PAUSE }
    }

    /// Whether the referee is being looked for.
    pub(crate) const fn is_on(&self) -> bool {
        self.lost_at.is_some()
    }

    /// The referee is there.
    pub(crate) const fn found(&mut self) {
        *self = Self::new();
    }

    /// It is not there: how long to wait before the next attempt; none when it is to be given up.
    pub(crate) fn next_pause(&mut self, now: Instant) -> Option<Duration> {
        let lost_at = *self.lost_at.get_or_insert(now);
        if now.duration_since(lost_at) >= WINDOW {
            return None;
        }
        let pause = self.pause;
        self.pause = (2 * pause).min(LONGEST_PAUSE);
        Some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::{Search, WINDOW};
    use std::time::{Duration, Instant};

    fn pauses(search: &mut Search, mut now: Instant) -> Vec<u128> {
        let mut pauses = Vec::new();
        while let Some(pause) = search.next_pause(now) {
            pauses.push(pause.as_millis());
            now += pause;
        }
        pauses
    }

    /// The pauses double from 100 ms to a second, and end ten seconds after the loss.
    #[test]
    fn pauses_longer_and_gives_up() {
        let told = pauses(&mut Search::new(), Instant::now());
        assert_eq!(told[..5], [100, 200, 400, 800, 1000]);
        let total = Duration::from_millis(u64::try_from(told.iter().sum::<u128>()).unwrap());
        assert!(total >= WINDOW && total < WINDOW + Duration::from_secs(1));
    }

    /// A referee that was found is looked for afresh when it is lost again.
    #[test]
    fn begins_afresh() {
        let (mut search, now) = (Search::new(), Instant::now());
        let first = pauses(&mut search, now);
        search.found();
        assert!(!search.is_on());
        assert_eq!(pauses(&mut search, now + 2 * WINDOW), first);
        assert!(search.is_on());
    }
}
