//! Checking a decision before it is sent, so that a slip is told and not just a lost deal.

use crate::card::{Card, joined};
use crate::decision::Decision;
use crate::observation::{Kind, Observation};
use crate::option::MeldOption;
use crate::v1::{self, ActionKind, decision::Laid};

/// The decision as it is sent in answer to a request, or why it can't be and what to do.
pub(crate) fn checked(
    decision: Decision,
    seen: &Observation,
    request_id: u64,
) -> Result<v1::Decision, String> {
    let answer = match decision {
        Decision::Pass => bare(ActionKind::Pass, Kind::Offer, decision, seen),
        Decision::Demand => bare(ActionKind::Demand, Kind::ForceQuestion, decision, seen),
        Decision::Waive => bare(ActionKind::Waive, Kind::ForceQuestion, decision, seen),
        Decision::Meld { option, discard } => meld(numbered_option(option, seen)?, discard, seen),
        Decision::LayAndPass { option } => lay_and_pass(numbered_option(option, seen)?),
    };
    Ok(v1::Decision { request_id, ..answer? })
}

type Checked = Result<v1::Decision, String>;

fn bare(action: ActionKind, kind: Kind, decision: Decision, seen: &Observation) -> Checked {
    if seen.kind == kind {
        return Ok(v1::Decision { action: action.into(), ..Default::default() });
    }
    Err(format!("{decision} is no answer here; {}", wanted(seen)))
}

fn numbered_option(number: usize, seen: &Observation) -> Result<&MeldOption, String> {
    let missing = || format!("there is no option {number}; {}", choice(seen));
    seen.options.get(number).ok_or_else(missing)
}

fn meld(option: &MeldOption, discard: Option<Card>, seen: &Observation) -> Checked {
    if !option.uses_faced {
        return Err(format!("{option} leaves the faced card out: answer option.lay_and_pass()"));
    }
    check_discard(option, discard, seen)?;
    let discard = discard.map_or(0, Card::number);
    Ok(v1::Decision { discard, ..laying(ActionKind::Meld, option) })
}

fn lay_and_pass(option: &MeldOption) -> Checked {
    if option.uses_faced {
        return Err(format!("{option} takes the faced card: answer option.meld(discard)"));
    }
    Ok(laying(ActionKind::LayAndPass, option))
}

fn laying(action: ActionKind, option: &MeldOption) -> v1::Decision {
    let index = u32::try_from(option.index).expect("options are few");
    let laid = Some(Laid::OptionIndex(index));
    v1::Decision { action: action.into(), laid, ..Default::default() }
}

fn check_discard(
    option: &MeldOption,
    discard: Option<Card>,
    seen: &Observation,
) -> Result<(), String> {
    let listed = joined(&option.discards, " ");
    match discard {
        None if option.goes_out => Ok(()),
        None => Err(format!("a discard is needed with {option}; one of {listed}")),
        Some(_) if option.goes_out => {
            Err(format!("you go out with {option}: discard nothing, option.meld(None)"))
        }
        Some(card) if option.discards.contains(&card) => Ok(()),
        Some(card) => {
            let laid = seen.hand.contains(&card);
            let why = if laid { "is laid with it" } else { "is not in your hand" };
            Err(format!("{card} {why}; discard one of {listed}"))
        }
    }
}

const fn wanted(seen: &Observation) -> &'static str {
    match seen.kind {
        Kind::Offer => "a card is offered: pass, or meld one of seen.options",
        Kind::Forced => "the card is forced on you: meld one of seen.options",
        Kind::ForceQuestion => {
            "you are asked whether to force the card on the seat that passed: demand or waive"
        }
    }
}

fn choice(seen: &Observation) -> String {
    match (seen.options.is_empty(), seen.kind) {
        (true, Kind::Offer) => "nothing can be laid: pass".to_owned(),
        (true, _) => wanted(seen).to_owned(),
        (false, _) => {
            let options: Vec<String> = seen.options.iter().map(MeldOption::to_string).collect();
            format!("the options are {}", options.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::checked;
    use crate::card::Card;
    use crate::decision::Decision;
    use crate::testing::{card, observation, option, request};
    use crate::v1::{self, ActionKind, RequestKind, decision::Laid};

    const HAND: &str = "5S 5H 7C KC";

    fn offer() -> v1::DecisionRequested {
        let options = vec![option("5S5H5D", "5S 5H"), option("5S5H5D7C", "5S 5H 7C")];
        v1::DecisionRequested { options, ..request(RequestKind::Offer, HAND, "5D") }
    }

    fn told(decision: Decision, asked: &v1::DecisionRequested) -> String {
        checked(decision, &observation(asked), 1).unwrap_err()
    }

    fn meld(option: usize, discard: Option<&str>) -> Decision {
        Decision::Meld { option, discard: discard.map(card) }
    }

    /// A meld is sent as the number of its option and the number of its discard.
    #[test]
    fn writes_a_meld() {
        let answer = checked(meld(1, Some("KC")), &observation(&offer()), 9).unwrap();
        assert_eq!((answer.request_id, answer.action()), (9, ActionKind::Meld));
        assert_eq!(answer.laid, Some(Laid::OptionIndex(1)));
        assert_eq!(Card::from_number(answer.discard), Some(card("KC")));
    }

    /// A meld that goes out is sent without a discard, and refused with one.
    #[test]
    fn goes_out_without_a_discard() {
        let mut asked = offer();
        asked.options[0].goes_out = true;
        let answer = checked(meld(0, None), &observation(&asked), 1).unwrap();
        assert_eq!((answer.action(), answer.discard), (ActionKind::Meld, 0));
        assert!(told(meld(0, Some("KC")), &asked).contains("discard nothing"));
    }

    /// Cards are laid without the faced one by laying and passing, and in no other way.
    #[test]
    fn lays_and_passes() {
        let mut asked = offer();
        asked.options[0].uses_faced = false;
        let laying = Decision::LayAndPass { option: 0 };
        let answer = checked(laying, &observation(&asked), 1).unwrap();
        assert_eq!((answer.action(), answer.discard), (ActionKind::LayAndPass, 0));
        assert!(told(meld(0, None), &asked).contains("lay_and_pass"));
        assert!(told(Decision::LayAndPass { option: 1 }, &asked).contains("meld(discard)"));
    }

    /// Each bare decision answers its own kind of request, and no other.
    #[test]
    fn answers_what_is_asked() {
        for (kind, answers) in [
            (RequestKind::Offer, &[Decision::Pass] as &[Decision]),
            (RequestKind::Forced, &[]),
            (RequestKind::ForceQuestion, &[Decision::Demand, Decision::Waive]),
        ] {
            let seen = observation(&request(kind, HAND, "5D"));
            for decision in [Decision::Pass, Decision::Demand, Decision::Waive] {
                let is_taken = checked(decision, &seen, 1).is_ok();
                assert_eq!(is_taken, answers.contains(&decision), "{decision} to {kind:?}");
            }
        }
    }

    /// A discard that is missing, laid or not held is told with those that would do.
    #[test]
    fn refuses_other_discards() {
        for (discard, why) in [
            (None, "a discard is needed"),
            (Some("5S"), "5S is laid with it"),
            (Some("AS"), "AS is not in your hand"),
        ] {
            let words = told(meld(0, discard), &offer());
            assert!(words.contains(why) && words.contains("one of 7C KC"), "{words}");
        }
    }

    /// An option that is not there is told with those that are, or with what to do without any.
    #[test]
    fn refuses_missing_options() {
        assert!(told(meld(2, None), &offer()).contains("the options are 5S5H5D, 5S5H5D7C"));
        let nothing = request(RequestKind::Offer, HAND, "5D");
        assert!(told(meld(0, None), &nothing).contains("nothing can be laid: pass"));
    }
}
