use super::{Kind, Observation, Origin};
use crate::card::joined;
use crate::decision::Decision;
use crate::testing::{card, observation, option, request};
use crate::v1::{self, RequestKind};

const HAND: &str = "5S 5H 7C KC";

fn offer() -> v1::DecisionRequested {
    let options = vec![option("5S5H5D", "5S 5H")];
    v1::DecisionRequested { options, ..request(RequestKind::Offer, HAND, "5D") }
}

fn texts(seen: &Observation) -> Vec<String> {
    seen.decisions().iter().map(Decision::to_string).collect()
}

/// What is asked, held, faced and may be laid is read as it was sent.
#[test]
fn reads_a_request() {
    let seen = observation(&offer());
    assert_eq!((seen.kind, seen.faced, seen.faced_by), (Kind::Offer, card("5D"), None));
    assert_eq!(joined(&seen.hand, " "), HAND);
    let [option] = seen.options.as_slice() else { panic!("{:?}", seen.options) };
    assert_eq!((option.index, option.to_string()), (0, "5S5H5D".to_owned()));
    assert_eq!(joined(&option.discards, " "), "7C KC");
    assert_eq!(seen.deadline, None);
}

/// No discard is due with an option that goes out, nor with one of hand cards alone.
#[test]
fn has_discards_where_one_is_due() {
    for (goes_out, uses_faced, count) in [(false, true, 2), (true, true, 0), (false, false, 0)] {
        let mut asked = offer();
        (asked.options[0].goes_out, asked.options[0].uses_faced) = (goes_out, uses_faced);
        assert_eq!(observation(&asked).options[0].discards.len(), count);
    }
}

/// Every legal decision is listed once, for each kind of request and of option.
#[test]
fn lists_decisions() {
    let mut asked = offer();
    assert_eq!(texts(&observation(&asked)), ["pass", "meld #0 x 7C", "meld #0 x KC"]);
    asked.kind = RequestKind::Forced.into();
    asked.options[0].goes_out = true;
    assert_eq!(texts(&observation(&asked)), ["meld #0"]);
    asked.options[0].uses_faced = false;
    assert_eq!(texts(&observation(&asked)), ["meld #0 pass"]);
    asked.kind = RequestKind::ForceQuestion.into();
    assert_eq!(texts(&observation(&asked)), ["demand", "waive"]);
}

/// The cards in the hand, on a table, dead or faced are seen; the others are not.
#[test]
fn knows_what_it_has_not_seen() {
    let mut asked = offer();
    let seen = asked.observation.as_mut().unwrap();
    seen.dead = vec![1];
    seen.tables = vec![v1::Table { melds: vec![v1::Meld { cards: vec![11, 21, 31] }] }];
    let unseen = observation(&asked).unseen();
    assert_eq!(unseen.len(), 40 - 4 - 1 - 3 - 1);
    assert!(!unseen.contains(&card("AD")) && unseen.contains(&card("2S")));
}

/// An origin that this version does not know is told so.
#[test]
fn bears_unknown_origins() {
    let mut asked = offer();
    asked.observation.as_mut().unwrap().faced_origin = 77;
    assert_eq!(observation(&asked).faced_origin, Origin::Unknown);
}
