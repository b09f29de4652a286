"""Records of deals, kept short and rebuilt."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conquian_server.match import DealOver
from conquian_server.rules import (
    PRESETS,
    Reason,
    Ruleset,
    deck_from_seed,
    read_record,
    record_of,
    start,
    verify,
)
from conquian_tournaments.deal_records import (
    Records,
    UnknownDeckError,
    actions_text,
    follows,
    read_actions,
)
from conquian_tournaments.deals import deal_entry
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.tournament import Tournament
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.actors import CLASSIC, deal_over, entrant, leg

SEED = "tests of records"
SEATS = (entrant("ann"), entrant("ben"))
RULESETS = [*PRESETS.values(), replace(PRESETS["hoyle"], hand_size=9)]


def _overs(ruleset: Ruleset) -> Iterator[DealOver]:
    """Deals that are played out, that are forfeited at once, and that are forfeited later."""
    for number in range(20):
        deck = deck_from_seed(SEED, number)
        yield deal_over(ruleset, deck, number)
        yield deal_over(ruleset, deck, number, offender=number % 2)
        yield _timed_out(ruleset, number, after=number)


def _timed_out(ruleset: Ruleset, number: int, after: int) -> DealOver:
    position = start(ruleset, deck_from_seed(SEED, number), dealer=number % 2, seats=2)
    random = Random(number)
    while position.action_count < after and position.seat is not None:
        position = position.apply(random.choice(position.legal_actions()))
    if position.seat is not None:
        position = position.forfeit(Reason.TIMEOUT, position.seat)
    return DealOver(number, position, ((), ()), "it is late")


def _ledger(tournament: Tournament, entries: list[Entry], secrets: dict[str, str]) -> Ledger:
    tournament.ledger.unlink(missing_ok=True)
    ledger = Ledger.open_to_write(tournament.ledger)
    ledger.begin([Entry("tournament", "", tournament.opening(SEED)), *entries], secrets)
    return ledger


def _records(ledger: Ledger) -> dict[str, dict[str, Any]]:
    with ledger.view() as view:
        records = Records(view)
        return {entry.key: records.of(entry) for entry in view.entries("deal")}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_a_record_is_rebuilt_byte_for_byte(tournament: Tournament, ruleset: Ruleset) -> None:
    """What was left out of an entry comes back: the record is as if it stood there whole."""
    for over in _overs(ruleset):
        entry = deal_entry(leg(0), SEATS, over, seed=SEED)
        assert "record" not in entry.body
        with _ledger(replace(tournament, ruleset=ruleset), [entry], {"seed": SEED}) as ledger:
            record = _records(ledger)[entry.key]
        assert json.dumps(record) == json.dumps(record_of(over.position, ["ann", "ben"]))
        assert verify(read_record(record)).result == over.position.result


def test_a_deck_of_its_own_is_kept(tournament: Tournament) -> None:
    """A deal whose deck or dealer does not follow from its number keeps its whole record."""
    own = deal_over(CLASSIC, deck_from_seed("other", 3), 3)
    other_dealer = DealOver(4, deal_over(CLASSIC, deck_from_seed(SEED, 4), 3).position, ((), ()))
    entries = [deal_entry(leg(0), SEATS, over, seed=SEED) for over in (own, other_dealer)]
    with _ledger(tournament, entries, {}) as ledger:
        assert list(_records(ledger).values()) == [
            record_of(over.position, ["ann", "ben"]) for over in (own, other_dealer)
        ]
    assert not follows(own.position, 3, SEED)
    assert follows(own.position, 3, "other")


def test_a_record_needs_the_seed(tournament: Tournament) -> None:
    """A record is rebuilt by the seed that is kept or published; without one it says so."""
    entry = deal_entry(leg(0), SEATS, deal_over(CLASSIC, deck_from_seed(SEED, 0), 0), seed=SEED)
    with (
        _ledger(tournament, [entry], {}) as ledger,
        pytest.raises(UnknownDeckError, match=r"the deck of r0-0v1-a/0 .* not published yet"),
    ):
        _records(ledger)
    published = Entry("seed", "", {"seed": SEED})
    with _ledger(tournament, [entry, published], {}) as ledger:
        assert list(_records(ledger)) == [entry.key]


@pytest.mark.parametrize(
    "change",
    [
        {"actions": "pass*0"},
        {"actions": "pass,,pass"},
        {"actions": "pass*99999999"},
        {"actions": 3},
        {"result": {}},
        {"result": None},
        {"seats": ["nobody", "id-of-ben"]},
        {"record": 3},
    ],
)
def test_a_damaged_record_is_named(tournament: Tournament, change: dict[str, object]) -> None:
    """An entry of which no record can be made is an error of the ledger with the deal's key."""
    entry = deal_entry(leg(0), SEATS, deal_over(CLASSIC, deck_from_seed(SEED, 0), 0), seed=SEED)
    spoiled = Entry(entry.kind, entry.key, {**entry.body, **change})
    with (
        _ledger(tournament, [spoiled], {"seed": SEED}) as ledger,
        pytest.raises(LedgerError, match="the entry deal r0-0v1-a/0 is damaged") as told,
    ):
        _records(ledger)
    assert str(told.value).startswith(str(Path(tournament.ledger)))


@given(st.lists(st.sampled_from(["pass", "waive", "demand", "meld 3S4S5S x KD"]), max_size=90))
def test_actions_come_back(actions: list[str]) -> None:
    """Actions in short are the same actions, read again."""
    assert read_actions(actions_text(actions)) == actions


def test_runs_are_counted() -> None:
    """Actions in a row that are alike are written once, with their number."""
    actions = ["pass", "pass", "pass", "meld 3S4S5S x KD", "pass"]
    assert actions_text(actions) == "pass*3,meld 3S4S5S x KD,pass"
