"""Deals as they are written into the ledger, and as they are read back."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conquian_server.rules import (
    PRESETS,
    Reason,
    Result,
    deck_from_seed,
    read_record,
    record_of,
    verify,
)
from conquian_tournaments.deals import (
    LedgerDeal,
    deal_entry,
    leg_and_number,
    multiplied,
    read_deal,
    results,
)
from conquian_tournaments.ledger import Entry, LedgerError
from conquian_tournaments.results import DealResult, Fault

from tests.tournaments.actors import CLASSIC, deal_over, entrant, leg

FILE = Path("l")
SEATS = (entrant("ann"), entrant("ben"))
SEED = "tests of deals"
DECK = deck_from_seed(SEED, 6)
HOYLE = PRESETS["hoyle"]


def _deal(number: int, result: Result, leg_number: int = 0, pairing: str = "r0-0v1") -> LedgerDeal:
    seats = ("a", "b") if leg_number == 0 else ("b", "a")
    return LedgerDeal(pairing, leg_number, number, seats, result, (1_500_000, 20))


def _won_by(seat: int) -> Result:
    return Result(Reason.WENT_OUT, seat, None, (1, -1) if seat == 0 else (-1, 1))


DRAWN = Result(Reason.STOCK_EXHAUSTED, None, None, (0, 0))
TIMED_OUT = Result(Reason.TIMEOUT, None, 0, (-1, 1))


# --- entries ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, "another seed"])
def test_an_entry_holds_the_whole_deal(seed: str | None) -> None:
    """A deal with a deck of its own has a valid record with the seats' names and the deck."""
    entry = deal_entry(leg(1), SEATS, deal_over(CLASSIC, DECK, 6), seed=seed)
    assert (entry.kind, entry.key) == ("deal", "r0-0v1-b/6")
    record = read_record(entry.body["record"])
    verify(record)
    assert (record.deck, record.names) == (DECK, ("ann", "ben"))
    assert entry.body["charges"] == [[250_000, 500_000], [125_000]]
    assert "cause" not in entry.body
    assert json.loads(entry.text) == entry.body


def test_what_follows_is_left_out() -> None:
    """A deal of the seed's deck keeps what was decided, what came of it and the time it took."""
    entry = deal_entry(leg(1), SEATS, deal_over(CLASSIC, DECK, 6), seed=SEED)
    assert set(entry.body) == {"seats", "actions", "result", "charges"}


@pytest.mark.parametrize("seed", [None, SEED])
def test_a_deal_is_read_as_it_was_written(seed: str | None) -> None:
    """What is read from an entry is how the deal ended, between whom, and the time it took."""
    over = deal_over(CLASSIC, DECK, 6)
    entry = deal_entry(leg(1), SEATS, over, seed=seed)
    deal = read_deal(FILE, Entry(entry.kind, entry.key, json.loads(entry.text)))
    assert (deal.pairing, deal.leg, deal.number) == ("r0-0v1", 1, 6)
    assert deal.seats == ("id-of-ann", "id-of-ben")
    assert deal.result == over.position.result
    assert deal.microseconds == (750_000, 125_000)
    assert leg_and_number(entry.key) == ("r0-0v1-b", 6)


def test_a_fault_keeps_its_cause() -> None:
    """A forfeited deal says in words what happened, and by whom."""
    over = deal_over(CLASSIC, DECK, 0, offender=1)
    entry = deal_entry(leg(0), SEATS, over)
    assert entry.body["cause"] == "it broke"
    assert read_deal(FILE, entry).result.offender == 1
    verify(read_record(entry.body["record"]))


def _without(*keys: str) -> dict[str, Any]:
    seed = None if "record" in keys else SEED
    body = json.loads(deal_entry(leg(0), SEATS, deal_over(CLASSIC, DECK, 6), seed=seed).text)
    place = body
    for key in keys[:-1]:
        place = place[key]
    del place[keys[-1]]
    return body


@pytest.mark.parametrize(
    "body",
    [
        {},
        _without("seats"),
        _without("record", "result", "reason"),
        _without("result"),
        _without("result", "reason"),
        {**_without("charges"), "charges": 3},
        {**_without("result"), "result": "won"},
        {**_without("record"), "record": {"result": {"reason": "luck"}}},
    ],
)
def test_a_damaged_deal_is_named(body: dict[str, Any]) -> None:
    """An entry that is not as deals are written is an error of the ledger with the deal's key."""
    with pytest.raises(LedgerError, match=r"^l: the entry deal r0-0v1-a/0 is damaged"):
        read_deal(FILE, Entry("deal", "r0-0v1-a/0", body))


@pytest.mark.parametrize("key", ["", "r0-0v1-a", "r0-0v1/0", "r0-0v1-x/0", "r0-0v1-/0"])
def test_a_damaged_key_is_named(key: str) -> None:
    """An entry with a key that is no deal's is an error of the ledger."""
    body = deal_entry(leg(0), SEATS, deal_over(CLASSIC, DECK, 6), seed=SEED).body
    with pytest.raises(LedgerError, match=rf"^l: the entry deal {key} is damaged"):
        read_deal(FILE, Entry("deal", key, body))


# --- results ----------------------------------------------------------------------------------


def test_a_result_has_the_pairing_s_order() -> None:
    """In both legs a deal's entrants, points and times are in the order of the pairing."""
    first, second = results(CLASSIC, [_deal(0, _won_by(0)), _deal(0, _won_by(0), leg_number=1)])
    assert first == DealResult(
        "r0-0v1", 0, 0, ("a", "b"), "a", points=(1, -1), seconds=(1.5, 0.00002)
    )
    assert second == DealResult(
        "r0-0v1", 1, 0, ("a", "b"), "b", points=(-1, 1), seconds=(0.00002, 1.5)
    )


@pytest.mark.parametrize(("leg_number", "offender", "winner"), [(0, "a", "b"), (1, "b", "a")])
def test_a_fault_is_the_entrant_s(leg_number: int, offender: str, winner: str) -> None:
    """A forfeited deal is won by the entrant who did not offend, whatever the seats."""
    (result,) = results(CLASSIC, [_deal(0, TIMED_OUT, leg_number)])
    assert result.fault == Fault("timeout", offender)
    assert result.winner == winner


def test_drawn_deals_weigh_on_the_next_of_their_leg() -> None:
    """Points are settled leg by leg in the order of numbers, in whatever order deals ended."""
    deals = [
        _deal(0, DRAWN),
        _deal(1, _won_by(0)),
        _deal(2, _won_by(1)),
        _deal(0, _won_by(0), leg_number=1),
        _deal(0, _won_by(1), pairing="r1-0v2"),
    ]
    expected = {
        ("r0-0v1", 0, 0): (0, 0),
        ("r0-0v1", 0, 1): (2, -2),
        ("r0-0v1", 0, 2): (-1, 1),
        ("r0-0v1", 1, 0): (-1, 1),
        ("r1-0v2", 0, 0): (-1, 1),
    }
    for seed in range(20):
        Random(seed).shuffle(deals)
        found = {(each.pairing, each.leg, each.deck): each.points for each in results(HOYLE, deals)}
        assert found == expected


def test_what_was_settled_elsewhere_stays_so() -> None:
    """An imported deal counts as often as its record says, whatever was drawn before it."""
    deals = [_deal(0, DRAWN), replace(_deal(1, _won_by(0)), multiplier=1)]
    deals += [replace(_deal(2, _won_by(1)), multiplier=5), _deal(3, _won_by(1))]
    assert [each.points for each in results(HOYLE, deals)] == [(0, 0), (1, -1), (-5, 5), (-1, 1)]
    body = {**deal_entry(leg(0), SEATS, deal_over(CLASSIC, DECK, 6)).body, "multiplier": 3}
    assert read_deal(FILE, Entry("deal", "r0-0v1-a/6", body)).multiplier == 3


def test_deals_that_are_no_pairs() -> None:
    """Unmirrored deals are units by themselves, and their decks are told apart by what they are."""
    deals = [replace(_deal(0, _won_by(0)), deck=77), _deal(0, _won_by(0), leg_number=1)]
    found = list(results(CLASSIC, deals, mirrored=False))
    assert [(each.deck, each.mirrored) for each in found] == [(77, False), (0, False)]


def test_a_record_with_its_multiplier() -> None:
    """A record's points are multiplied and its fields stand in the order of the rules."""
    over = deal_over(HOYLE, DECK, 6)
    whole = record_of(over.position, ("ann", "ben"))
    expected = record_of(over.position, ("ann", "ben"), multiplier=4)
    assert json.dumps(multiplied(whole, 4)) == json.dumps(expected)
