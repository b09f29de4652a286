"""Deals of a ledger as their seats were asked in them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.interview import questions
from conquian_server.match import ClockRules, DealOver, FaultPolicy, Standing
from conquian_server.rules import PRESETS, LegScore, Reason, deck_from_seed, read_record, record_of
from conquian_tournaments.deals import deal_entry, deal_key
from conquian_tournaments.formats import RoundRobinFormat
from conquian_tournaments.hosting import bot_seed
from conquian_tournaments.kinds import OPENING, SEED
from conquian_tournaments.ledger import Entry, Ledger
from conquian_tournaments.past_deals import PastDeal, read_past_deal
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import deal_over, entrant, legs_of

SECRET = "a seed for tests of past deals"
HOYLE = PRESETS["hoyle"]  # its draws count in the deals after them
DEALS = 4


def tournament(folder: Path, at_once: int) -> Tournament:
    """Two entrants."""
    return Tournament(
        name="past",
        ruleset=HOYLE,
        entrants=(entrant("ann"), entrant("ben")),
        format=RoundRobinFormat(DEALS),
        seed=None,
        deals_at_once=at_once,
        clocks=ClockRules(),
        policy=FaultPolicy(),
        workers=None,
        ledger=folder / f"{at_once}.ledger",
    )


@pytest.fixture
def past(tmp_path: Path) -> Callable[..., PastDeal]:
    """Give a function that reads a deal of a leg whose deals were played so many at once."""

    def read(number: int, *, at_once: int = 1) -> PastDeal:
        league = tournament(tmp_path, at_once)
        leg = next(legs_of(league))
        overs = map(played, range(DEALS))
        with Ledger.open_to_write(league.ledger) as ledger:
            ledger.begin([Entry(OPENING, "", league.opening(SECRET))], {SEED: SECRET})
            ledger.append([deal_entry(leg, league.entrants, each, seed=SECRET) for each in overs])
        with Ledger.open(league.ledger) as ledger, ledger.view() as view:
            return read_past_deal(view, deal_key(leg.id, number))

    return read


def played(number: int) -> DealOver:
    """A deal of the leg."""
    return deal_over(HOYLE, deck_from_seed(SECRET, number), number)


def test_the_deal_is_as_it_was_played(past) -> None:
    """Record, number and random numbers are those that the deal had."""
    deal = past(2)
    assert list(deal.record.actions) == [str(each.action) for each in played(2).position.actions]
    assert deal.number == 2
    leg = next(legs_of(tournament(Path(), 1)))
    assert deal.bot_seeds == tuple(bot_seed(SECRET, leg.id, 2, seat) for seat in (0, 1))
    hearing = deal.hearing(1)
    assert hearing is not None
    assert (hearing.number, hearing.names) == (2, ("ann", "ben"))
    assert hearing.bot_seed == deal.bot_seeds[1]


@pytest.mark.parametrize("number", range(DEALS))
def test_the_score_is_what_the_seats_were_told(past, number: int) -> None:
    """Deals played one by one come with the points of those before them and their multiplier."""
    score = LegScore(HOYLE, 2)
    for each in range(number):
        score.add(played(each).position.result)
    assert past(number).standing == Standing(score.multiplier, score.totals)


def test_no_score_is_told_that_was_not_known(past) -> None:
    """Of deals that were played at once no seat knew the score."""
    assert past(2, at_once=4).standing is None


def test_a_record_alone(past) -> None:
    """Of a record alone nothing else is known, and it can be asked about all the same."""
    record = past(1).record
    alone = PastDeal.alone(record)
    assert (alone.number, alone.bot_seeds, alone.standing) == (0, (0, 0), None)
    hearing = alone.hearing(0)
    assert hearing is not None
    assert [each.taken for each in hearing.questions] == [
        each.taken for each in questions(record, 0)
    ]


def test_a_seat_that_was_asked_nothing(past) -> None:
    """A seat that never had to decide has no hearing."""
    record = past(1).record
    begun = record.start()
    assert begun.seat is not None
    lost = begun.forfeit(Reason.TIMEOUT, begun.seat)
    empty = read_record(record_of(lost, record.names))
    assert PastDeal.alone(empty).hearing(1 - begun.seat) is None
    assert PastDeal.alone(empty).hearing(begun.seat) is not None
