"""The work of `conquian export`."""

import json as json_text
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.ledgers import at_tables, verified_view_of
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.ledger import View
from conquian_tournaments.matches import read_matches
from conquian_tournaments.overview import State, overview_of, table_overview_of
from conquian_tournaments.report import at_tables as at
from conquian_tournaments.report.deals import deals_object
from conquian_tournaments.report.frame import head_note
from conquian_tournaments.report.history import history_object
from conquian_tournaments.report.matches import matches_object
from conquian_tournaments.report.sheet import sheet
from conquian_tournaments.report.standings import standings_object
from conquian_tournaments.report.tables import crosstable_object, ratings_object
from conquian_tournaments.selection import Selection, read_selected
from conquian_tournaments.table_matches import read_table_matches
from conquian_tournaments.whole_deals import WholeDeal, read_whole_deals

_RECORDS = "records.jsonl"


def export(file: Path, folder: Path, *, force: bool, json: bool) -> None:
    """Write a ledger's deals and tables into a folder.

    Raises:
        BadInput: the folder is in use, or can't be written; then nothing was.
    """
    with verified_view_of(file) as view:
        state, tables = _tables(view)
        with _in_place(folder, force=force) as stage:
            _write(stage / _RECORDS, _record_lines(view, state.head))
            for name, table in tables.items():
                _write(stage / f"{name}.json", [json_text.dumps(table) + "\n"])
                rows = table[name]
                _write(stage / f"{name}.csv", [sheet(rows, state.opening.names, state.head)])
            files = sorted(path.name for path in stage.iterdir())
    _tell(state, folder, files, json=json)


def _tables(view: View) -> tuple[State, dict[str, dict[str, Any]]]:
    """The tables' objects, each with its rows under the table's own name."""
    state, tables = _of_tables(view) if at_tables(view) else _of_two(view)
    deals = read_selected(view, state.opening, Selection())
    return state, {**tables, "deals": deals_object(state.opening, state.head, deals, len(deals))}


def _of_two(view: View) -> tuple[State, dict[str, dict[str, Any]]]:
    state = overview_of(view)
    matches = read_matches(view, state.opening)
    return state, {
        "ratings": ratings_object(state),
        "standings": standings_object(state),
        "crosstable": crosstable_object(state),
        "matches": matches_object(state.opening, state.head, matches),
        "history": history_object(view, state),
    }


def _of_tables(view: View) -> tuple[State, dict[str, dict[str, Any]]]:
    state = table_overview_of(view)
    matches = read_table_matches(view, state.opening)
    return state, {
        "ratings": at.ratings_object(state),
        "standings": at.standings_object(state),
        "matches": at.matches_object(state.opening, state.head, matches),
    }


def _record_lines(view: View, head: str) -> Iterator[str]:
    for deal in read_whole_deals(view):
        yield json_text.dumps(_record(deal, head), separators=(",", ":")) + "\n"


def _record(deal: WholeDeal, head: str) -> Mapping[str, Any]:
    told = deal.counted.deal
    return {
        **deal.record,
        "id": told.key,
        "charges": deal.charges,
        "cause": told.cause or None,
        "head": head,
    }


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("x", encoding="utf-8", newline="") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _in_place(folder: Path, *, force: bool) -> Iterator[Path]:
    """A folder whose files become those of `folder` when all went well, and are gone if not."""
    target = folder.resolve()
    _check_free(folder, force=force)
    stage = target.parent / f".{target.name}.{secrets.token_hex(4)}"
    try:
        stage.mkdir()
        yield stage
        _publish(stage, target)
    except OSError as error:
        raise BadInput(f"--to: {folder}: {error.strerror}") from None
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _check_free(folder: Path, *, force: bool) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BadInput(f"--to: {folder} is no folder")
    if any(folder.iterdir()) and not force:
        raise BadInput(f"--to: {folder} is not empty; --force writes over an earlier export")


def _publish(stage: Path, target: Path) -> None:
    if not target.exists() or not any(target.iterdir()):
        stage.rename(target)  # which may replace an empty folder
        return
    for path in sorted(stage.iterdir()):
        path.replace(target / path.name)  # what else is in the folder stays


def _tell(state: State, folder: Path, files: list[str], *, json: bool) -> None:
    if json:
        print_json(
            {"head": state.head, "folder": str(folder), "deals": state.deal_count, "files": files}
        )
    else:
        typer.echo(f"{folder}: {state.deal_count} deals in {_RECORDS}; {', '.join(files)}")
        typer.echo(head_note(state.head))
    if state.seed is None and not state.opening.imported:
        typer.echo("warning: the tournament is not over, and the records show its decks", err=True)
