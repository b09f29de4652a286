"""What the tables of a ledger have in common: their looks, their notes, parts of their JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from conquian_tournaments.opening import Listed, Opening
from conquian_tournaments.overview import Overview, State
from conquian_tournaments.rating.statistics import ScoreEstimate
from conquian_tournaments.report.names import printable, with_version
from conquian_tournaments.standings import Record

# --- for people -------------------------------------------------------------------------------


def new_table() -> Table:
    """A table without rows and columns."""
    return Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))


def titled(title: str, table: Table) -> Group:
    """A table under its title."""
    # A title of the table's own is folded where the table is narrower.
    return Group(Text(printable(title)), table)


def name_and_version(entrant: Listed) -> str:
    """An entrant as tables name it."""
    return with_version(printable(entrant.name), entrant.version)


def record_cell(record: Record) -> str:
    """Wins, draws and losses, such as 3/0/1."""
    return f"{record.wins}/{record.draws}/{record.losses}"


def points_cell(points: Iterable[int]) -> str:
    """Each one's points, such as +3/-3."""
    return "/".join(f"{each:+d}" if each else "0" for each in points)


def estimate_cell(estimate: ScoreEstimate | None) -> str:
    """A score with its 95 % interval; empty where there is none."""
    if estimate is None:
        return ""
    margin = max(estimate.high - estimate.score, estimate.score - estimate.low)
    return f"{estimate.score:.3f} ±{margin:.3f}"


def sum_notes(overview: Overview, *, tell_seed: bool = True) -> list[str]:
    """What must be said with tables of sums: what they count and what they were computed from.

    Args:
        overview: what they show.
        tell_seed: whether to say that the seed was given, where it was.
    """
    return [_count_note(overview), *state_notes(overview, tell_seed=tell_seed)]


def state_notes(state: State, *, tell_seed: bool = True) -> list[str]:
    """What a table was computed from, and what must be known of that.

    Args:
        state: what it shows.
        tell_seed: whether to say that the seed was given, where it was.
    """
    opening = state.opening
    notes = [head_note(state.head)]
    if opening.imported:
        notes.append("Imported: nobody has committed to the seed of the decks.")
    if opening.remote:
        notes.append("Remote bots played: no deck was played twice; each deal counts by itself.")
    if opening.seed_given and tell_seed:
        notes.append("The decks' seed was given in the tournament's file.")
    notes += [printable(f"Not played: {leg}: {why}") for leg, why in state.unplayable.items()]
    return notes


def _count_note(overview: Overview) -> str:
    opening, deals = overview.opening, f"{overview.deal_count} deals"
    if overview.seed is not None or opening.imported:  # it is over
        units = "decks, each played in both seatings" if opening.mirrored else "deals"
        return f"{deals}; +/=/- count {units}."
    if opening.planned is not None:
        deals = f"{overview.deal_count} of {opening.planned} deals"
    units = "decks, once both seatings are played" if opening.mirrored else "deals"
    return f"{deals} so far; +/=/- count {units}."


def settled_notes(state: State) -> list[str]:
    """What must be said of ratings that have not settled."""
    if state.converged:
        return []
    return ["The ratings have not settled to their last digits: some bots win nearly always."]


def head_note(head: str) -> str:
    """What a table was computed from."""
    return f"Ledger head: {head}"


# --- for programs -----------------------------------------------------------------------------


def about_object(opening: Opening, head: str) -> dict[str, Any]:
    """What the JSON object of every table begins with."""
    return {
        "tournament": opening.name,
        "ruleset": opening.ruleset.reference(),
        "head": head,
        "remote": opening.remote,
        "imported": opening.imported,
        "seats": opening.seats,
    }


def record_object(record: Record) -> dict[str, int]:
    """Wins, draws and losses as a JSON object."""
    return {"wins": record.wins, "draws": record.draws, "losses": record.losses}


def faults_object(faults: Mapping[str, int]) -> dict[str, int]:
    """Faults by cause as a JSON object, in one order for all."""
    return dict(sorted(faults.items()))


def estimate_object(estimate: ScoreEstimate | None) -> dict[str, float | None]:
    """The fields of a score with its interval; null where there is none."""
    return {
        "score": None if estimate is None else estimate.score,
        "score_low": None if estimate is None else estimate.low,
        "score_high": None if estimate is None else estimate.high,
        "superiority": None if estimate is None else estimate.superiority,
    }
