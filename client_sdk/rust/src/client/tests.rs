use super::Client;
use crate::bot::{Bot, Profile};
use crate::connection::{Connection, End, Heard};
use crate::decision::Decision;
use crate::error::Error;
use crate::observation::Observation;
use crate::session::Session;
use crate::testing::{
    deal_ended, deal_started, forced, leg_started, offered, response, stopping, welcome,
};
use crate::v1::{PlayRequest, PlayResponse, bot_entry::Entry as Said, referee_entry::Entry};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A connection over which everything has been said already, up to its end.
struct Script {
    to_hear: VecDeque<PlayResponse>,
    end: End,
    sent: Vec<PlayRequest>,
    /// Whether all has come by the time that the first of it is heard.
    at_once: bool,
}

impl Script {
    fn new(responses: impl IntoIterator<Item = Vec<Entry>>) -> Self {
        let to_hear = responses.into_iter().map(response).collect();
        Self { to_hear, end: End::InOrder, sent: Vec::new(), at_once: false }
    }

    /// How many answers are in each message, of those that have any.
    fn answers(&self) -> Vec<usize> {
        let is_answer = |said: &Option<Said>| matches!(said, Some(Said::Decision(_)));
        let count =
            |sent: &PlayRequest| sent.entries.iter().filter(|e| is_answer(&e.entry)).count();
        self.sent.iter().map(count).filter(|&count| count > 0).collect()
    }
}

impl Connection for Script {
    fn heard(&mut self) -> Option<Heard> {
        let is_there = self.at_once && !self.to_hear.is_empty();
        is_there.then(|| self.wait())
    }

    fn wait(&mut self) -> Heard {
        let said = self.to_hear.pop_front().map(|said| Heard::Said(said, Instant::now()));
        said.unwrap_or_else(|| Heard::Ended(self.end.clone()))
    }

    fn send(&mut self, request: PlayRequest) {
        self.sent.push(request);
    }
}

/// A clock that moves when a bot thinks.
#[derive(Clone)]
struct Clock(Rc<Cell<Instant>>);

impl Clock {
    fn pass(&self, time: Duration) {
        self.0.set(self.0.get() + time);
    }
}

/// Passes, after so long.
struct Thinking(Clock, Duration);

impl Bot for Thinking {
    fn decide(&mut self, _: &Observation) -> Decision {
        self.0.pass(self.1);
        Decision::Pass
    }
}

/// A client whose bots think for so many microseconds, and its clock.
fn client(thinking: u64) -> (Client, Clock) {
    let clock = Clock(Rc::new(Cell::new(Instant::now())));
    let (thought, read) = (clock.clone(), clock.clone());
    let thinking = Duration::from_micros(thinking);
    let make = move |_: &_| -> Box<dyn Bot> { Box::new(Thinking(thought.clone(), thinking)) };
    let session = Session::new(Profile::new("thinking", "1"), Box::new(make));
    (Client::new(session, move || read.0.get()), clock)
}

fn starts() -> Vec<Entry> {
    [leg_started()].into_iter().chain((1..=8).map(deal_started)).collect()
}

fn offers(deals: impl Iterator<Item = u64>) -> Vec<Entry> {
    deals.map(|deal| offered(deal, deal)).collect()
}

/// How many answers go in each message, when eight requests come in one.
fn batches(thinking: u64) -> Vec<usize> {
    let mut script = Script::new([vec![welcome(false)], starts(), offers(1..=8)]);
    client(thinking).0.converse(&mut script).unwrap();
    script.answers()
}

/// The answers of a quick bot to one message go in one.
#[test]
fn sends_quick_answers_together() {
    assert_eq!(batches(0), [8]);
}

/// An answer that took more than a millisecond goes at once.
#[test]
fn sends_a_slow_answer_at_once() {
    assert_eq!(batches(1001), [1; 8]);
}

/// No answer waits for more than three milliseconds after it was made.
#[test]
fn lets_no_answer_wait_long() {
    assert_eq!(batches(900), [5, 3]);
}

/// The answers to messages that have come already go in one, the answers to later ones do not wait.
#[test]
fn answers_many_messages_in_one() {
    for (at_once, told) in [(true, vec![8]), (false, vec![4, 4])] {
        let (first, second) = (offers(1..=4), offers(5..=8));
        let mut script = Script::new([vec![welcome(false)], starts(), first, second]);
        script.at_once = at_once;
        client(0).0.converse(&mut script).unwrap();
        assert_eq!(script.answers(), told);
    }
}

/// The hello goes alone and first, before anything is heard.
#[test]
fn says_hello_first() {
    let mut script = Script::new([]);
    client(0).0.converse(&mut script).unwrap();
    let entries: Vec<_> = script.sent.iter().flat_map(|sent| &sent.entries).collect();
    assert!(matches!(entries.as_slice(), [entry] if matches!(entry.entry, Some(Said::Hello(_)))));
}

/// When the bot fails, the answers that it gave before are sent.
#[test]
fn sends_what_was_ready_before_a_failure() {
    let (mut client, _) = client(0);
    let pass_is_no_answer = forced(2, 2);
    let mut script = Script::new([starts(), vec![offered(1, 1), pass_is_no_answer]]);
    let ended = client.converse(&mut script);
    assert!(matches!(ended, Err(Error::Bot(_))), "{ended:?}");
    assert_eq!(script.answers(), [1]);
}

/// After a stream that ended in order with no deal open the session is over; with one it goes on.
#[test]
fn is_over_when_no_deal_is_open() {
    for (entries, is_over) in [(vec![deal_started(1)], false), (vec![], true)] {
        let (mut client, _) = client(0);
        let mut script = Script::new([vec![leg_started()], entries]);
        let end = client.converse(&mut script).unwrap();
        assert_eq!(client.after(end).unwrap().is_none(), is_over);
    }
}

/// A stream that broke is no end of the session, unless the referee was stopping and no deal is open.
#[test]
fn comes_back_after_a_broken_stream() {
    let broken = || End::Broken("cut".to_owned());
    for (entries, is_over) in [
        (vec![], false),
        (vec![stopping()], true),
        (vec![leg_started(), deal_started(1), stopping()], false),
        (vec![leg_started(), deal_started(1), stopping(), deal_ended(1)], true),
    ] {
        let (mut client, _) = client(0);
        client.converse(&mut Script::new([entries])).unwrap();
        assert_eq!(client.after(broken()).unwrap().is_none(), is_over);
    }
}

/// A referee that refuses the call is not tried again.
#[test]
fn takes_a_refusal_as_final() {
    let refused = client(0).0.after(End::Refused("a bad token".to_owned())).unwrap_err();
    assert_eq!(refused.status(), 4);
    assert!(refused.to_string().contains("a bad token"), "{refused}");
}

/// How often a client comes back, up to a hundred times, when each stream breaks after these entries
/// in a message of their own; and the error with which it gives up.
fn returns(entries: &[Entry]) -> (usize, Option<Error>) {
    let (mut client, clock) = client(0);
    for count in 0..100 {
        let responses = entries.iter().map(|entry| vec![entry.clone()]);
        client.converse(&mut Script::new(responses)).unwrap();
        match client.after(End::Broken("cut".to_owned())) {
            Ok(pause) => clock.pass(pause.unwrap()),
            Err(error) => return (count, Some(error)),
        }
    }
    (100, None)
}

/// A referee that says no more than a welcome is lost after ten seconds; one that says more is not.
#[test]
fn gives_a_silent_referee_up() {
    for entries in [&[] as &[Entry], &[welcome(false)]] {
        let (count, error) = returns(entries);
        let error = error.unwrap();
        assert_eq!((count, error.status()), (13, 3));
        assert!(error.to_string().ends_with("cut"), "{error}");
    }
    assert_eq!(returns(&[welcome(false), leg_started()]), (100, None));
}
