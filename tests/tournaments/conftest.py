"""A small ledger, and a small tournament with actors as bots."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from conquian_server.match import ClockRules, FaultPolicy
from conquian_tournaments import stage
from conquian_tournaments.formats import RoundRobinFormat
from conquian_tournaments.ledger import Ledger
from conquian_tournaments.tournament import Tournament

from tests.tournaments.actors import CLASSIC, Actors, entrant
from tests.tournaments.ledgers import DEALS, OPENING
from tests.tournaments.runs import DECKS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger will be; its name has what means something in a database's address."""
    return tmp_path / "a b?mode=memory#%41.ledger"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A ledger with its opening and nine deals, open for writing."""
    with Ledger.open_to_write(path) as ledger:
        ledger.begin([OPENING], {"seed": "secret"})
        ledger.append(DEALS[:4])
        ledger.append(DEALS[4:])
        yield ledger


@pytest.fixture
def closed(ledger: Ledger) -> Path:
    """The file of such a ledger that nobody has open."""
    ledger.close()
    return ledger.path


@pytest.fixture
def actors(monkeypatch: pytest.MonkeyPatch) -> Actors:
    """The actors, in the place of hosted bots."""
    actors = Actors()
    monkeypatch.setattr(stage, "play_hosted_leg", actors.play_hosted_leg)
    return actors


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    """Three entrants, four decks, one leg at a time."""
    return Tournament(
        name="test",
        ruleset=CLASSIC,
        entrants=tuple(map(entrant, ("ann", "ben", "cat"))),
        format=RoundRobinFormat(DECKS),
        seed="a seed",
        deals_at_once=1,
        clocks=ClockRules(limit=10.0),
        policy=FaultPolicy(),
        workers=1,
        ledger=tmp_path / "test.ledger",
    )
