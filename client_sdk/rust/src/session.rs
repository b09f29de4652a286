//! A bot's session: what the referee says goes in, what is to be sent comes out. No I/O.

#[cfg(test)]
mod tests;

use crate::bot::{Bot, BotMaker, Profile};
use crate::check::checked;
use crate::deal::{Deal, DealEnd, Leg, seat};
use crate::decision::Decision;
use crate::error::Error;
use crate::observation::Observation;
use crate::told::tell;
use crate::v1::{self, NoticeKind, RejectionCode, bot_entry, referee_entry::Entry};
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

const SDK_NAME: &str = "conquian-rust";
const PROTOCOL: v1::ProtocolVersion = v1::ProtocolVersion { major: 1, minor: 0 };

/// Ids of deals that have ended, kept so that a start or an end that comes twice is told from a new
/// deal. What a referee sends again after a lost connection is recent.
const REMEMBERED_ENDS: usize = 1024;

/// One session with a referee, over as many connections as it takes.
pub(crate) struct Session {
    profile: Profile,
    make: BotMaker,
    known: Known,
    waiting: VecDeque<Request>,
    outgoing: Vec<v1::BotEntry>,
    resume_token: String,
    is_stopping: bool,
}

/// What the session knows of the referee's deals.
#[derive(Default)]
struct Known {
    legs: HashMap<String, Rc<Leg>>,
    deals: HashMap<u64, OpenDeal>,
    ended: VecDeque<u64>,
}

/// A deal that goes on, with the last request of it and the answer that was given.
struct OpenDeal {
    bot: Box<dyn Bot>,
    deal: Rc<Deal>,
    request_id: Option<u64>,
    answer: Option<v1::Decision>,
}

/// A request that is not answered yet, of an open deal.
struct Request {
    id: u64,
    deal_id: u64,
    seen: Observation,
}

impl Session {
    /// A session of bots that `make` makes.
    pub(crate) fn new(profile: Profile, make: BotMaker) -> Self {
        Self {
            profile,
            make,
            known: Known::default(),
            waiting: VecDeque::new(),
            outgoing: Vec::new(),
            resume_token: String::new(),
            is_stopping: false,
        }
    }

    /// Whether deals of the session still go on.
    pub(crate) fn is_open(&self) -> bool {
        !self.known.deals.is_empty()
    }

    /// Whether the referee has said that it will end the stream.
    pub(crate) const fn is_stopping(&self) -> bool {
        self.is_stopping
    }

    /// Whether requests wait to be decided.
    pub(crate) fn is_asked(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// A new connection stands: say hello on it, and nothing that waited for an older one.
    ///
    /// The referee asks its open requests again, so answers that were lost are given then.
    pub(crate) fn connected(&mut self) {
        self.outgoing.clear();
        let profile = &self.profile;
        let hello = v1::Hello {
            protocol_version: Some(PROTOCOL),
            bot_name: profile.name.clone(),
            bot_version: profile.version.clone(),
            sdk_name: SDK_NAME.to_owned(),
            sdk_version: env!("CARGO_PKG_VERSION").to_owned(),
            rulesets: profile.rulesets.clone(),
            deals_at_once: profile.deals_at_once,
            answer_only_choice: profile.answer_only_choice,
            wants_history: profile.wants_history,
            resume_token: self.resume_token.clone(),
        };
        self.say(bot_entry::Entry::Hello(hello));
    }

    /// Hears what the referee says; entries that this version doesn't know are passed over.
    pub(crate) fn take(&mut self, response: v1::PlayResponse, now: Instant) -> Result<(), Error> {
        response.entries.into_iter().filter_map(|entry| entry.entry).try_for_each(|entry| {
            match entry {
                Entry::Welcome(welcome) => self.welcome(welcome)?,
                Entry::Refusal(refusal) => return Err(self.refusal(&refusal)),
                Entry::LegStarted(started) => self.leg_started(started),
                Entry::DealStarted(started) => self.deal_started(&started)?,
                Entry::DecisionRequested(request) => self.decision_requested(&request, now),
                Entry::DecisionRejected(rejected) => decision_rejected(&rejected),
                Entry::DealEnded(ended) => self.deal_ended(ended)?,
                Entry::LegEnded(ended) => drop(self.known.legs.remove(&ended.leg_id)),
                Entry::Notice(notice) => self.notice(&notice),
            }
            Ok(())
        })
    }

    /// Has the oldest waiting request decided and its answer made ready. One that is past its
    /// deadline is left: an answer would only make others late.
    pub(crate) fn decide_next(&mut self, now: Instant) -> Result<(), Error> {
        let Some(Request { id, deal_id, seen }) = self.waiting.pop_front() else { return Ok(()) };
        let Some(open) = self.known.deals.get_mut(&deal_id) else { return Ok(()) };
        if seen.deadline.is_some_and(|deadline| deadline <= now) {
            tell(format_args!("request {id} is past its deadline: not decided"));
            return Ok(());
        }
        let answer = decided(open.bot.as_mut(), &seen, id)?;
        open.answer = Some(answer.clone());
        self.say(bot_entry::Entry::Decision(answer));
        Ok(())
    }

    /// What is ready to be sent, if anything is.
    pub(crate) fn take_outgoing(&mut self) -> Option<v1::PlayRequest> {
        let entries = mem::take(&mut self.outgoing);
        (!entries.is_empty()).then_some(v1::PlayRequest { entries })
    }

    fn say(&mut self, entry: bot_entry::Entry) {
        self.outgoing.push(v1::BotEntry { entry: Some(entry) });
    }

    fn welcome(&mut self, welcome: v1::Welcome) -> Result<(), Error> {
        if !welcome.resumed {
            self.known = Known::default();
            self.waiting.clear();
        }
        self.resume_token = welcome.resume_token;
        if let Some(warm_up) = self.profile.warm_up.take() {
            guarded("warming up", warm_up)?;
        }
        self.say(bot_entry::Entry::Ready(v1::Ready {}));
        Ok(())
    }

    fn refusal(&self, refusal: &v1::Refusal) -> Error {
        let sentence = &refusal.sentence;
        if self.resume_token.is_empty() {
            Error::Refused(format!("the referee refuses the bot: {sentence}"))
        } else {
            Error::RefereeLost(format!("the referee has given the session up: {sentence}"))
        }
    }

    fn leg_started(&mut self, started: v1::LegStarted) {
        self.known.legs.insert(started.leg_id.clone(), Rc::new(started.into()));
    }

    fn deal_started(&mut self, started: &v1::DealStarted) -> Result<(), Error> {
        let id = started.deal_id;
        if self.known.deals.contains_key(&id) || self.known.ended.contains(&id) {
            return Ok(());
        }
        let Some(leg) = self.known.legs.get(&started.leg_id) else { return Ok(()) };
        let deal = Rc::new(Deal::read(started, Rc::clone(leg)));
        let bot = guarded("being made", || (self.make)(&deal))?;
        self.known.deals.insert(id, OpenDeal { bot, deal, request_id: None, answer: None });
        Ok(())
    }

    fn decision_requested(&mut self, request: &v1::DecisionRequested, now: Instant) {
        let (id, deal_id) = (request.request_id, request.deal_id);
        let Some(open) = self.known.deals.get_mut(&deal_id) else { return };
        if open.request_id == Some(id) {
            // Asked again: the same answer again, if there is one. Never decide twice.
            if let Some(answer) = open.answer.clone() {
                self.say(bot_entry::Entry::Decision(answer));
            }
            return;
        }
        (open.request_id, open.answer) = (Some(id), None);
        match Observation::read(request, Rc::clone(&open.deal), now) {
            Some(seen) => self.waiting.push_back(Request { id, deal_id, seen }),
            None => tell(format_args!("request {id} is of a kind unknown here: passed over")),
        }
    }

    fn deal_ended(&mut self, ended: v1::DealEnded) -> Result<(), Error> {
        let Some(mut open) = self.known.deals.remove(&ended.deal_id) else { return Ok(()) };
        self.known.remember(ended.deal_id);
        self.waiting.retain(|request| request.deal_id != ended.deal_id);
        if ended.offender.map(seat) == Some(open.deal.seat) {
            let reason = ended.reason().as_str_name();
            tell(format_args!("deal {} forfeited: {reason}", open.deal.number));
        }
        let end = DealEnd::from(ended);
        guarded("hearing a deal's end", || open.bot.ended(&end))
    }

    fn notice(&mut self, notice: &v1::Notice) {
        self.is_stopping |= notice.kind() == NoticeKind::Stopping;
        tell(format_args!("the referee says: {}", notice.sentence));
    }
}

impl Known {
    fn remember(&mut self, deal_id: u64) {
        self.ended.truncate(REMEMBERED_ENDS - 1);
        self.ended.push_front(deal_id);
    }
}

fn decision_rejected(rejected: &v1::DecisionRejected) {
    let is_harmless = matches!(rejected.code(), RejectionCode::Stale | RejectionCode::Unknown);
    if !is_harmless {
        let (id, sentence) = (rejected.request_id, &rejected.sentence);
        tell(format_args!("answer {id} not taken: {sentence}"));
    }
}

fn decided(bot: &mut dyn Bot, seen: &Observation, id: u64) -> Result<v1::Decision, Error> {
    let decide = || bot.decide(seen);
    let decision: Decision = guarded(format_args!("deciding the {seen}"), decide)?;
    let in_words = |why| Error::Bot(format!("{why} (the {seen})"));
    checked(decision, seen, id).map_err(in_words)
}

/// What a bot's own code comes to; a panic in it, which has told its place by itself, is an error.
fn guarded<T>(doing: impl std::fmt::Display, work: impl FnOnce() -> T) -> Result<T, Error> {
    // After an error nothing of the bot is used any more, so that no broken state can be seen.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = panic_message(panic.as_ref());
        Error::Bot(format!("the bot panicked, {doing}: {message}"))
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
