"""Decks of tournaments with remote bots: none is given or played twice, and an audit would tell."""

import asyncio
from pathlib import Path

import pytest
from conquian_server.rules import deck_from_seed, deck_text
from conquian_tournaments.audit.decks import DeckCheck
from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import deal_entry, read_deal
from conquian_tournaments.fresh_decks import FreshDecks
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.scribe import Scribe

from tests.tournaments.actors import CLASSIC, deal_over, entrant, leg

SEATS = (entrant("ann"), entrant("ben"))


def test_no_deck_is_given_twice(ledger: Ledger) -> None:
    """Numbers follow each other, from attempt to attempt and from run to run, and are on disk."""

    async def take(count: int, *legs: str) -> list[int]:
        with ledger.view() as view:
            decks = FreshDecks(view, Scribe(ledger))
        given = await asyncio.gather(*(decks.take(leg, count) for leg in legs))
        with ledger.view() as view:
            assert {f"{leg}/{first}" for leg, first in zip(legs, given, strict=True)} <= set(
                view.keys("decks")
            )
        return given

    assert asyncio.run(take(10, "r0-0v1-a", "r0-0v1-b", "r0-0v1-a")) == [0, 10, 20]
    assert asyncio.run(take(5, "r0-0v1-b", "r0-0v1-a")) == [30, 35]


def test_a_deal_says_which_deck_it_had(path: Path) -> None:
    """The entry of a deal with a deck of another number is short too, and its record is whole."""
    over = deal_over(CLASSIC, deck_from_seed("seed", 42), 3)
    entry = deal_entry(leg(0), SEATS, over, seed="seed", deck=42)
    assert entry.body["deck"] == 42
    assert "record" not in entry.body
    assert read_deal(path, entry).deck == 42
    opening = {
        "name": "open",
        "ruleset": "classic",
        "commitment": "c",
        "seed_given": False,
        "entrants": [each.listed() for each in SEATS],
    }
    with Ledger.open_to_write(path) as ledger:
        ledger.begin([Entry("tournament", "", opening), entry], {"seed": "seed"})
        with ledger.view() as view:
            record = Records(view).of(entry)
    assert record["deck"] == deck_text(deck_from_seed("seed", 42))
    assert record["dealer"] == over.position.setup.dealer


def _given(leg_id: str, first: int, count: int) -> Entry:
    return Entry("decks", f"{leg_id}/{first}", {"first": first, "count": count})


@pytest.mark.parametrize(
    ("given", "played", "findings"),
    [
        ([_given("r0-0v1-a", 0, 5), _given("r0-0v1-b", 5, 5)], [0, 4], []),
        ([_given("r0-0v1-a", 5, 5)], [5, 9, 5], ["its deck was played before"]),
        ([_given("r0-0v1-b", 0, 5)], [0], ["its deck was not given to its leg"]),
        ([_given("r0-0v1-a", 0, 5)], [5], ["its deck was not given to its leg"]),
        (
            [_given("r0-0v1-a", 0, 5), _given("r0-0v1-a", 4, 5)],
            [],
            ["gives decks that were given before"],
        ),
        (
            [Entry("decks", "r0-0v1-a/1", {"first": 0, "count": 5})],
            [],
            ["its key says that it begins with another deck"],
        ),
    ],
)
def test_an_audit_follows_decks(
    path: Path, given: list[Entry], played: list[int], findings: list[str]
) -> None:
    """Decks given or played twice, and played without being given, are found."""
    check = DeckCheck()
    found = [what for entry in given for what in check.see_given(entry)]
    for number, deck in enumerate(played):
        over = deal_over(CLASSIC, deck_from_seed("seed", deck), number)
        deal = read_deal(path, deal_entry(leg(0), SEATS, over, seed="seed", deck=deck))
        found += check.see_played(deal)
    assert found == findings


@pytest.mark.parametrize(
    "body", [{}, {"first": 0}, {"first": "0", "count": 1}, {"first": 0, "count": 0}]
)
def test_a_damaged_entry_of_decks_is_told(body: dict[str, object]) -> None:
    """An entry that gives no decks is damaged."""
    with pytest.raises(TypeError, match="no numbers of decks"):
        list(DeckCheck().see_given(Entry("decks", "r0-0v1-a/0", body)))
