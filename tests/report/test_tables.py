"""A tournament's tables, for people and for programs."""

import re
from dataclasses import replace

import pytest
from conquian_server.rules import PRESETS, read_ruleset
from conquian_tournaments import standings
from conquian_tournaments.opening import Listed, Opening
from conquian_tournaments.overview import Overview
from conquian_tournaments.rating import Tally, rate
from conquian_tournaments.report.frame import sum_notes
from conquian_tournaments.report.tables import (
    crosstable,
    footnotes,
    ratings_object,
    ratings_table,
)
from conquian_tournaments.results import DealResult, Fault
from conquian_tournaments.units import units
from rich.console import Console, RenderableType

from tests.json_page import COMMON, documented, printed


def _overview(deals: list[DealResult], names: tuple[str, ...] = ("ann", "ben")) -> Overview:
    ids = [f"id-{name}" for name in names]
    rating = rate(Tally.of(units(deals), ids))
    listed = tuple(Listed(id_, name, "1") for id_, name in zip(ids, names, strict=True))
    return Overview(
        opening=Opening("spring", PRESETS["classic"], "c0ffee", False, listed),
        head="abc123",
        seed=None,
        deal_count=len(deals),
        unplayable={},
        entrants=listed,
        ratings={each.entrant: each for each in rating.ratings},
        draw_probability=rating.draw_probability,
        converged=rating.converged,
        standings=standings.standings(deals, ids),
    )


def _deal(
    deck: int, leg: int, winner: str | None, fault: Fault | None = None, *, points: int = 1
) -> DealResult:
    entrants = ("id-ann", "id-ben")
    won = {None: (0, 0), "id-ann": (points, -points), "id-ben": (-points, points)}[winner]
    return DealResult("r0-0v1", leg, deck, entrants, winner, won, (0.004, 0.25), fault)


DEALS = [
    _deal(0, 0, "id-ann"),
    _deal(0, 1, "id-ann", points=3),
    _deal(1, 0, "id-ann"),
    _deal(1, 1, "id-ben"),
    _deal(2, 0, "id-ann"),
    _deal(2, 1, "id-ann", Fault("timeout", "id-ben")),
]


@pytest.fixture
def state() -> Overview:
    """Ann has won two decks of three against ben, one of them by a fault."""
    return _overview(DEALS)


def _shown(table: RenderableType, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


# --- for people -------------------------------------------------------------------------------


def test_the_ratings(state: Overview) -> None:
    """A row tells place, name, rating, units, score, points a deal, faults and time a deal."""
    title, _, headings, _, ann, ben, *_ = _shown(ratings_table(state)).splitlines()
    assert title.rstrip() == "spring: ratings (classic)"
    assert " ".join(headings.split()) == "# bot μ-3σ μ σ +/=/- score ±95 % points faults ms"
    cells = ann.split()
    assert cells[:3] == ["1", "ann", "v1"]
    assert cells[6] == "2/1/0"
    assert cells[7] == "0.833"
    assert cells[9:] == ["+1.000", "0", "4.0"]
    rating = state.ratings["id-ann"]
    assert cells[3:6] == [f"{x:.2f}" for x in (rating.conservative, rating.mu, rating.sigma)]
    assert ben.split()[-3:] == ["-1.000", "1", "250.0"]


def test_a_score_without_variance_is_not_certain() -> None:
    """Where all units agree the interval is that of so few units, and not of no width."""
    few, many = (
        _overview([_deal(deck, leg, "id-ann") for deck in range(decks) for leg in (0, 1)])
        for decks in (3, 400)
    )
    margins = [
        float(re.findall(r"1\.000 ±(\d\.\d+)", _shown(ratings_table(x)))[0]) for x in (few, many)
    ]
    assert margins[0] > 0.5
    assert 0 < margins[1] < 0.02


def test_the_crosstable(state: Overview) -> None:
    """A cell is the score of its row against its column; nobody meets itself."""
    title, *_, ann, ben, _ = _shown(crosstable(state)).splitlines()
    assert title.rstrip() == "spring: score of row against column"
    assert ann.split() == ["1", "ann", "·", "0.833"]
    assert ben.split() == ["2", "ben", "0.167", "·"]


def test_nothing_played_yet() -> None:
    """Before the first deal the tables have empty cells and no number that means nothing."""
    state = _overview([])
    *_, ann, _, _ = _shown(ratings_table(state)).splitlines()
    assert ann.split() == ["1", "ann", "v1", "0.00", "25.00", "8.33", "0/0/0", "0"]
    *_, ann, _, _ = _shown(crosstable(state)).splitlines()
    assert ann.split() == ["1", "ann", "·"]


def test_it_fits_a_terminal() -> None:
    """With the longest name and many decks no line is longer than 80 columns, nothing is cut."""
    many = [_deal(deck, leg, "id-ann") for deck in range(4000) for leg in (0, 1)]
    state = _overview(many)
    longest = replace(state.entrants[0], name="n" * 64)
    shown = _shown(ratings_table(replace(state, entrants=(longest, state.entrants[1]))))
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("n") >= 64
    assert "4000/0/0" in shown
    assert "…" not in shown


def test_what_a_name_says_is_not_obeyed() -> None:
    """A tournament's name is shown as it is written, and nothing in it is markup or control."""
    state = _overview(DEALS)
    named = replace(state, opening=replace(state.opening, name="[red]x[/y] \x1b[2J"))
    for table in (ratings_table(named), crosstable(named)):
        assert _shown(table).startswith(r"[red]x[/y] \x1b[2J: ")


def test_footnotes(state: Overview) -> None:
    """The notes say what was counted and from which ledger, and what was not played and why."""
    notes = footnotes(
        replace(
            state,
            unplayable={"r3-0v1-a": "attempt 3:\nno memory"},
            opening=replace(state.opening, seed_given=True),
        )
    )
    assert notes[0].startswith("6 deals ")
    assert "Ledger head: abc123" in notes
    assert "The decks' seed was given in the tournament's file." in notes
    assert "Two equal bots draw with probability " in notes[3]
    assert all(f"{column}: " in " ".join(notes[1:3]) for column in ("μ", "σ", "score", "faults"))
    assert max(map(len, notes[:-1])) <= 80
    assert notes[-1] == r"Not played: r3-0v1-a: attempt 3:\nno memory"
    assert not any("seed" in note for note in footnotes(state))


def test_how_far_an_unfinished_tournament_is(state: Overview) -> None:
    """While deals are still to be played the note says of how many, where that is known."""
    planned = replace(state, opening=replace(state.opening, planned=400))
    assert footnotes(state)[0].startswith("6 deals so far; ")
    so_far = "6 of 400 deals so far; +/=/- count decks, once both seatings are played."
    assert footnotes(planned)[0] == sum_notes(planned)[0] == so_far
    over = footnotes(replace(planned, seed="s"))[0]
    assert over == "6 deals; +/=/- count decks, each played in both seatings."


# --- for programs -----------------------------------------------------------------------------


def test_the_page_has_every_field_and_no_other(state: Overview) -> None:
    """docs/json.md names each field that can be printed, with each type that it can have."""
    custom = read_ruleset({"base": "classic", "hand_size": 9})
    ended = replace(state, seed="s", unplayable={"r3-0v1-a": "no memory"})
    examples = [
        state,
        ended,
        replace(state, opening=replace(state.opening, ruleset=custom, commitment=None)),
        _overview([]),
    ]
    assert printed(map(ratings_object, examples)) == documented(COMMON, "`conquian ratings FILE")


def test_the_object_says_what_the_tables_say(state: Overview) -> None:
    """The JSON object has the numbers of the tables, unrounded."""
    told = ratings_object(state)
    ann, ben = told["ratings"]
    assert (ann["units"], ann["points"]) == ({"wins": 2, "draws": 1, "losses": 0}, 6)
    assert ann["score"] == pytest.approx(5 / 6)
    assert ann["score_low"] < ann["score"] < ann["score_high"]
    assert (ben["faults"], ben["seconds"]) == ({"timeout": 1}, 1.5)
    assert ben["deals"] == {"wins": 1, "draws": 0, "losses": 5}
    assert told["crosstable"][1] == {
        "entrant": "id-ben",
        "opponent": "id-ann",
        "units": {"wins": 0, "draws": 1, "losses": 2},
    }


def test_ratings_that_have_not_settled_are_told_so():
    """Ratings that the bound on sweeps has cut off are not shown as if they were exact."""
    settled = _overview(DEALS)
    cut_off = replace(settled, converged=False)
    assert not any("settled" in note for note in footnotes(settled))
    assert any("have not settled" in note for note in footnotes(cut_off))
