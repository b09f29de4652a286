use super::Session;
use crate::bot::{Bot, Profile};
use crate::deal::{Deal, DealEnd};
use crate::decision::Decision;
use crate::error::Error;
use crate::observation::Observation;
use crate::testing::{
    deal_ended, deal_started, leg_started, offered, refusal, request, response, welcome,
};
use crate::v1::bot_entry::Entry as Said;
use crate::v1::{self, RequestKind, referee_entry::Entry};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Passes, and notes in a shared list what becomes of it.
struct Noting(Rc<RefCell<Vec<String>>>);

impl Bot for Noting {
    fn decide(&mut self, seen: &Observation) -> Decision {
        self.0.borrow_mut().push(format!("decides {}", seen.deal.number));
        Decision::Pass
    }

    fn ended(&mut self, _: &DealEnd) {
        self.0.borrow_mut().push("ended".to_owned());
    }
}

/// A session, and what its bots note.
fn noted() -> (Session, Rc<RefCell<Vec<String>>>) {
    let notes = Rc::new(RefCell::new(Vec::new()));
    let for_bots = Rc::clone(&notes);
    let make = move |deal: &Deal| -> Box<dyn Bot> {
        for_bots.borrow_mut().push(format!("made {}", deal.number));
        Box::new(Noting(Rc::clone(&for_bots)))
    };
    (Session::new(Profile::new("noting", "3"), Box::new(make)), notes)
}

/// A session whose bots decide by a function.
fn deciding(decide: fn(&Observation) -> Decision) -> Session {
    struct By(fn(&Observation) -> Decision);
    impl Bot for By {
        fn decide(&mut self, seen: &Observation) -> Decision {
            self.0(seen)
        }
    }
    Session::new(Profile::new("by", "1"), Box::new(move |_| Box::new(By(decide))))
}

/// Hears entries and has all decided.
fn hear(session: &mut Session, entries: impl IntoIterator<Item = Entry>) -> Result<(), Error> {
    session.take(response(entries), Instant::now())?;
    while session.is_asked() {
        session.decide_next(Instant::now())?;
    }
    Ok(())
}

/// What is sent since the last time, in order.
fn said(session: &mut Session) -> Vec<Said> {
    let sent = session.take_outgoing().unwrap_or_default();
    sent.entries.into_iter().filter_map(|entry| entry.entry).collect()
}

/// The ids of the requests whose answers are sent since the last time.
fn answered(session: &mut Session) -> Vec<u64> {
    let decision =
        |said| if let Said::Decision(sent) = said { Some(sent.request_id) } else { None };
    said(session).into_iter().filter_map(decision).collect()
}

fn resume_token(session: &mut Session) -> String {
    session.connected();
    let Some(Said::Hello(hello)) = said(session).pop() else { panic!("no hello is said") };
    hello.resume_token
}

/// The hello says who the bot is; each welcome is answered by a ready, and the first warms up.
#[test]
fn says_hello_and_warms_up_once() {
    let warmed = Rc::new(Cell::new(0));
    let count = Rc::clone(&warmed);
    let (mut session, _) = noted();
    session.profile = session.profile.rulesets(["hoyle"]).deals_at_once(5).wants_history();
    session.profile = session.profile.warm_up(move || count.set(count.get() + 1));
    session.connected();
    let Some(Said::Hello(hello)) = said(&mut session).pop() else { panic!("no hello is said") };
    assert_eq!((&*hello.bot_name, &*hello.bot_version), ("noting", "3"));
    assert_eq!((&*hello.sdk_name, hello.sdk_version.is_empty()), ("conquian-rust", false));
    assert_eq!((hello.rulesets, hello.deals_at_once), (vec!["hoyle".to_owned()], 5));
    assert_eq!((hello.wants_history, hello.answer_only_choice), (true, false));
    for resumed in [false, true] {
        hear(&mut session, [welcome(resumed)]).unwrap();
        assert_eq!(said(&mut session), [Said::Ready(v1::Ready {})]);
    }
    assert_eq!(warmed.get(), 1);
}

/// Each deal has a bot of its own, which decides its requests and hears its end.
#[test]
fn plays_deals_side_by_side() {
    let (mut session, notes) = noted();
    let entries = [leg_started(), deal_started(7), deal_started(8), offered(8, 1), offered(7, 2)];
    hear(&mut session, entries).unwrap();
    assert_eq!(answered(&mut session), [1, 2]);
    hear(&mut session, [deal_ended(7)]).unwrap();
    assert!(session.is_open());
    hear(&mut session, [deal_ended(8)]).unwrap();
    assert!(!session.is_open());
    let told = ["made 7", "made 8", "decides 8", "decides 7", "ended", "ended"];
    assert_eq!(*notes.borrow(), told);
}

/// A request that comes again gets the same answer again, and is not decided twice.
#[test]
fn answers_again_what_is_asked_again() {
    let (mut session, notes) = noted();
    hear(&mut session, [leg_started(), deal_started(7), offered(7, 1)]).unwrap();
    let first = said(&mut session);
    session.connected();
    said(&mut session);
    let again = [welcome(true), leg_started(), deal_started(7), offered(7, 1)];
    hear(&mut session, again).unwrap();
    assert_eq!(said(&mut session)[1..], first);
    assert_eq!(*notes.borrow(), ["made 7", "decides 7"]);
}

/// A request that comes again before it is decided is decided once.
#[test]
fn decides_a_request_once_that_comes_twice_at_once() {
    let (mut session, notes) = noted();
    hear(&mut session, [leg_started(), deal_started(7), offered(7, 1), offered(7, 1)]).unwrap();
    assert_eq!(answered(&mut session), [1]);
    assert_eq!(notes.borrow().len(), 2);
}

/// A start or an end that comes again, of an open or an ended deal, changes nothing.
#[test]
fn passes_over_what_comes_twice() {
    let (mut session, notes) = noted();
    let entries = [leg_started(), deal_started(7), deal_started(7), deal_ended(7), deal_ended(7)];
    hear(&mut session, entries).unwrap();
    hear(&mut session, [deal_started(7)]).unwrap();
    assert_eq!(*notes.borrow(), ["made 7", "ended"]);
    assert!(!session.is_open());
}

/// What waits unsent when the connection is lost is not sent on the next one before its hello.
#[test]
fn drops_unsent_answers_at_a_new_connection() {
    let (mut session, _) = noted();
    hear(&mut session, [welcome(false), leg_started(), deal_started(7), offered(7, 1)]).unwrap();
    session.connected();
    let entries = said(&mut session);
    assert!(matches!(entries.as_slice(), [Said::Hello(_)]), "{entries:?}");
}

/// A hello carries the resume token of the last welcome, and none before the first.
#[test]
fn resumes_by_the_token() {
    let (mut session, _) = noted();
    assert_eq!(resume_token(&mut session), "");
    hear(&mut session, [welcome(false)]).unwrap();
    assert_eq!(resume_token(&mut session), "back");
}

/// A welcome to a new session forgets all deals, and their requests.
#[test]
fn forgets_deals_that_are_not_resumed() {
    let (mut session, notes) = noted();
    let entries = [leg_started(), deal_started(7), offered(7, 1)];
    session.take(response(entries), Instant::now()).unwrap();
    hear(&mut session, [welcome(false), offered(7, 2)]).unwrap();
    assert!(!session.is_open());
    assert_eq!(*notes.borrow(), ["made 7"]);
}

/// A request is dropped with its deal's end.
#[test]
fn decides_nothing_of_an_ended_deal() {
    let (mut session, notes) = noted();
    let entries = [leg_started(), deal_started(7), offered(7, 1), deal_ended(7)];
    hear(&mut session, entries).unwrap();
    assert_eq!(*notes.borrow(), ["made 7", "ended"]);
    assert_eq!(answered(&mut session), []);
}

/// A request is decided before its deadline, not at it.
#[test]
fn keeps_deadlines() {
    let (mut session, now) = (noted().0, Instant::now());
    let left = crate::duration::Duration { seconds: 2, nanos: 0 };
    let timed = |deal_id| {
        let asked = request(RequestKind::Offer, "AS", "5D");
        let time_to_deadline = Some(left);
        let ids = v1::DecisionRequested { deal_id, request_id: deal_id, time_to_deadline, ..asked };
        Entry::DecisionRequested(ids)
    };
    let entries = [leg_started(), deal_started(1), deal_started(2), timed(1), timed(2)];
    session.take(response(entries), now).unwrap();
    session.decide_next(now + Duration::from_millis(1999)).unwrap();
    session.decide_next(now + Duration::from_secs(2)).unwrap();
    assert_eq!(answered(&mut session), [1]);
}

/// Entries without anything known in them, requests of unknown kinds and deals, and deals of unknown
/// legs are passed over.
#[test]
fn passes_over_what_it_does_not_know() {
    let (mut session, notes) = noted();
    let unknown = v1::PlayResponse { entries: vec![v1::RefereeEntry { entry: None }] };
    session.take(unknown, Instant::now()).unwrap();
    let mut asked = request(RequestKind::Offer, "AS", "5D");
    asked.kind = 99;
    let asked = Entry::DecisionRequested(asked);
    let entries = [deal_started(5), leg_started(), deal_started(1), asked, offered(9, 3)];
    hear(&mut session, entries).unwrap();
    assert_eq!(*notes.borrow(), ["made 1"]);
    assert_eq!(answered(&mut session), []);
}

/// A decision that can't answer is an error of the bot with its place, and nothing of it is sent.
#[test]
fn stops_at_a_decision_that_is_no_answer() {
    let mut session = deciding(|_| Decision::Waive);
    let entries = [leg_started(), deal_started(1), offered(1, 1)];
    let Err(Error::Bot(words)) = hear(&mut session, entries) else { panic!("it is taken") };
    assert!(words.starts_with("waive is no answer here"), "{words}");
    assert!(words.contains("Offer of 5D"), "{words}");
    assert_eq!(answered(&mut session), []);
}

/// A panic of a bot is an error of the bot with its message and what the bot was doing.
#[test]
fn stops_at_a_panic() {
    let mut session = deciding(|seen| panic!("lost in deal {}", seen.deal.number));
    let entries = [leg_started(), deal_started(1), offered(1, 1)];
    let Err(Error::Bot(words)) = hear(&mut session, entries) else { panic!("it is taken") };
    assert!(words.contains("deciding the Offer of 5D"), "{words}");
    assert!(words.ends_with("lost in deal 1"), "{words}");
}

/// A refusal is final for a new session, and the loss of the referee for one to be taken up again.
#[test]
fn tells_refusals_apart() {
    let (mut session, _) = noted();
    let refused = hear(&mut session, [refusal("no room")]).unwrap_err();
    assert!(matches!(&refused, Error::Refused(words) if words.ends_with("no room")), "{refused}");
    hear(&mut session, [welcome(false)]).unwrap();
    let lost = hear(&mut session, [refusal("too late")]).unwrap_err();
    assert!(matches!(&lost, Error::RefereeLost(words) if words.ends_with("too late")), "{lost}");
}

/// Of the deals that have ended only the last are remembered.
#[test]
fn remembers_a_bounded_number_of_ends() {
    let (mut session, _) = noted();
    hear(&mut session, [leg_started()]).unwrap();
    for deal in 0..3000 {
        hear(&mut session, [deal_started(deal), deal_ended(deal)]).unwrap();
    }
    assert_eq!(session.known.ended.len(), super::REMEMBERED_ENDS);
    assert!(session.known.ended.contains(&2999));
}
