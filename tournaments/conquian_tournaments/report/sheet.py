"""Rows of a table's JSON object as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from conquian_tournaments.results import EntrantId

# What holds ids of entrants; people see their names.
_WHO = {"entrant", "opponent", "entrants", "seats", "winner", "offender"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def sheet(rows: Iterable[Mapping[str, Any]], names: Mapping[EntrantId, str], head: str) -> str:
    """A line for each row, under a line with the columns' names.

    A column is a field of the rows: nested ones are joined by dots, the members of lists numbered,
    faults told in words, entrants named. The last column is the ledger's head.

    Args:
        rows: the rows, all with the same fields.
        names: the entrants' names.
        head: the ledger's head.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns: list[str] = []
    for row in rows:
        cells = {**dict(_cells(row, names)), "head": head}
        if not columns:
            columns = list(cells)
            writer.writerow(columns)
        writer.writerow([cells[column] for column in columns])
    return out.getvalue()


def _cells(
    row: Mapping[str, Any], names: Mapping[EntrantId, str], path: str = ""
) -> Iterator[tuple[str, object]]:
    for key, value in row.items():
        column = f"{path}{key}"
        if key == "faults":
            yield from _column(column, value, _faults)
        elif key in _WHO:
            yield from _column(column, value, names.get)
        elif isinstance(value, Mapping):
            yield from _cells(value, names, f"{column}.")
        else:
            yield from _column(column, value, lambda cell: cell)


def _column(
    column: str, value: object, shown: Callable[[Any], object]
) -> Iterator[tuple[str, object]]:
    """A column, or one for each member of a list."""
    if isinstance(value, list):
        for place, each in enumerate(value):
            yield f"{column}.{place}", _safe(shown(each))
    else:
        yield column, _safe(shown(value))


def _faults(faults: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {cause}" for cause, count in faults.items())


def _safe(value: object) -> object:
    """Text that a spreadsheet would take for a formula, marked as text; strangers chose it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
