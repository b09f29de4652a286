//! Messages of a referee, for the tests.

use crate::card::Card;
use crate::deal::Deal;
use crate::observation::Observation;
use crate::v1::{self, RequestKind, referee_entry::Entry};
use std::rc::Rc;
use std::time::Instant;

/// The card that a text names.
pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn numbers(texts: &str) -> Vec<i32> {
    let joined = texts.replace(' ', "");
    let texts = (0..joined.len()).step_by(2).map(|place| &joined[place..place + 2]);
    texts.map(|text| card(text).number()).collect()
}

/// A request of deal 1 with the id 1, without options.
pub(crate) fn request(kind: RequestKind, hand: &str, faced: &str) -> v1::DecisionRequested {
    let faced = card(faced).number();
    let seen = v1::Observation { hand: numbers(hand), faced, ..Default::default() };
    let observation = Some(seen);
    v1::DecisionRequested {
        request_id: 1,
        deal_id: 1,
        kind: kind.into(),
        observation,
        ..Default::default()
    }
}

/// An option that takes the faced card, of one meld.
pub(crate) fn option(meld: &str, hand_cards: &str) -> v1::Option {
    v1::Option {
        layout: vec![v1::Meld { cards: numbers(meld) }],
        hand_cards: numbers(hand_cards),
        goes_out: false,
        uses_faced: true,
    }
}

/// What a bot sees of a request.
pub(crate) fn observation(request: &v1::DecisionRequested) -> Observation {
    Observation::read(request, Rc::new(Deal::default()), Instant::now()).unwrap()
}

/// What a referee says, in one message.
pub(crate) fn response(entries: impl IntoIterator<Item = Entry>) -> v1::PlayResponse {
    let entries = entries.into_iter().map(|entry| v1::RefereeEntry { entry: Some(entry) });
    v1::PlayResponse { entries: entries.collect() }
}

/// The welcome to a new session, or back to an old one.
pub(crate) fn welcome(resumed: bool) -> Entry {
    Entry::Welcome(v1::Welcome { resume_token: "back".into(), resumed, ..Default::default() })
}

/// A refusal of the hello, with its sentence.
pub(crate) fn refusal(sentence: &str) -> Entry {
    Entry::Refusal(v1::Refusal { sentence: sentence.into(), ..Default::default() })
}

/// The start of the leg `leg`.
pub(crate) fn leg_started() -> Entry {
    Entry::LegStarted(v1::LegStarted { leg_id: "leg".into(), ..Default::default() })
}

/// The start of a deal of the leg `leg`, with its id as its number.
pub(crate) fn deal_started(deal_id: u64) -> Entry {
    let number = u32::try_from(deal_id).unwrap();
    let leg_id = "leg".to_owned();
    Entry::DealStarted(v1::DealStarted { deal_id, leg_id, number, ..Default::default() })
}

/// The end of a deal.
pub(crate) fn deal_ended(deal_id: u64) -> Entry {
    Entry::DealEnded(v1::DealEnded { deal_id, ..Default::default() })
}

/// An offer of a card that can't be melded.
pub(crate) fn offered(deal_id: u64, request_id: u64) -> Entry {
    let asked = request(RequestKind::Offer, "AS KC", "5D");
    Entry::DecisionRequested(v1::DecisionRequested { deal_id, request_id, ..asked })
}

/// A card that is forced on the seat.
pub(crate) fn forced(deal_id: u64, request_id: u64) -> Entry {
    let asked = request(RequestKind::Forced, "5S 5H KC", "5D");
    let options = vec![option("5S5H5D", "5S 5H")];
    Entry::DecisionRequested(v1::DecisionRequested { deal_id, request_id, options, ..asked })
}

/// Says that the referee will end the stream.
pub(crate) fn stopping() -> Entry {
    let kind = v1::NoticeKind::Stopping.into();
    Entry::Notice(v1::Notice { kind, sentence: "no more deals".into() })
}
