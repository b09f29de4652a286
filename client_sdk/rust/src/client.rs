//! Plays a session: reads, has decided, sends, and says when to come back.

#[cfg(test)]
mod tests;

use crate::connection::{Connection, End, Heard};
use crate::error::Error;
use crate::search::{Search, WINDOW};
use crate::session::Session;
use crate::told::tell;
use std::time::{Duration, Instant};

// Answers that are ready together go together, which costs each of them a fraction of a message. But
// an answer's time is charged until it is sent, so that slow bots must not batch: what took longer
// than SLOW goes at once, and so does all when one has waited for LONGEST_WAIT.
const SLOW: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(3);

/// Plays a session over one connection after another.
pub(crate) struct Client {
    session: Session,
    search: Search,
    /// When the first answer that is not sent was made.
    ready_since: Option<Instant>,
    clock: Box<dyn Fn() -> Instant>,
}

impl Client {
    /// A client that reads the time from `clock`.
    pub(crate) fn new(session: Session, clock: impl Fn() -> Instant + 'static) -> Self {
        let clock = Box::new(clock);
        Self { session, search: Search::new(), ready_since: None, clock }
    }

    /// Plays over a connection until it ends, or until the bot or the referee can't go on. All
    /// answers that were ready are sent then.
    pub(crate) fn converse(&mut self, connection: &mut impl Connection) -> Result<End, Error> {
        self.session.connected();
        let end = self.carry(connection);
        self.send(connection);
        end
    }

    /// What an end of the connection means: how long to wait before the next one, or none when the
    /// session has come to its end in order.
    pub(crate) fn after(&mut self, end: End) -> Result<Option<Duration>, Error> {
        let cause = match end {
            End::Refused(why) => {
                return Err(Error::Refused(format!("the referee refuses the bot: {why}")));
            }
            _ if !self.session.is_open() && self.session.is_stopping() => return Ok(None),
            End::InOrder if !self.session.is_open() => return Ok(None),
            End::InOrder => "the stream ended while deals go on".to_owned(),
            End::Broken(why) => why,
        };
        if !self.search.is_on() {
            tell(format_args!("no stream to the referee ({cause}); trying again"));
        }
        let pause = self.search.next_pause((self.clock)());
        pause.map(Some).ok_or_else(|| lost(&cause))
    }

    fn carry(&mut self, connection: &mut impl Connection) -> Result<End, Error> {
        let mut is_first = true;
        loop {
            match self.next(connection) {
                Heard::Ended(end) => return Ok(end),
                Heard::Said(response, at) => {
                    if !is_first {
                        self.search.found(); // a connection counts when more than a welcome came
                    }
                    is_first = false;
                    self.session.take(response, at)?;
                    self.decide(connection)?;
                }
            }
        }
    }

    /// What comes next. What is ready is sent only when nothing has come already: so the answers to
    /// many messages go in one.
    fn next(&mut self, connection: &mut impl Connection) -> Heard {
        connection.heard().unwrap_or_else(|| {
            self.send(connection);
            connection.wait()
        })
    }

    fn decide(&mut self, connection: &mut impl Connection) -> Result<(), Error> {
        while self.session.is_asked() {
            let started = (self.clock)();
            self.session.decide_next(started)?;
            let now = (self.clock)();
            let ready_since = *self.ready_since.get_or_insert(now);
            if now - started > SLOW || now - ready_since > LONGEST_WAIT {
                self.send(connection);
            }
        }
        Ok(())
    }

    fn send(&mut self, connection: &mut impl Connection) {
        self.ready_since = None;
        if let Some(request) = self.session.take_outgoing() {
            connection.send(request);
        }
    }
}

fn lost(cause: &str) -> Error {
    let seconds = WINDOW.as_secs();
    Error::RefereeLost(format!("no referee for {seconds} s; the last attempt: {cause}"))
}
