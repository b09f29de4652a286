"""Rows as CSV, for spreadsheets."""

import csv
import io

import pytest
from conquian_tournaments.report.sheet import sheet

NAMES = {"x1": "ann", "x2": "ben, the second"}


def _read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_columns_are_fields() -> None:
    """Nested fields are joined by dots, members numbered, faults in words, entrants named."""
    row = {
        "id": "r0-0v1",
        "seats": ["x2", "x1"],
        "winner": "x1",
        "offender": None,
        "units": {"wins": 3, "losses": 0},
        "points": [-4, 4],
        "faults": [{"timeout": 2, "disconnected": 1}, {}],
        "score": 0.1,
    }
    assert _read(sheet([row], NAMES, "abc")) == [
        {
            "id": "r0-0v1",
            "seats.0": "ben, the second",
            "seats.1": "ann",
            "winner": "ann",
            "offender": "",
            "units.wins": "3",
            "units.losses": "0",
            "points.0": "-4",
            "points.1": "4",
            "faults.0": "2 timeout, 1 disconnected",
            "faults.1": "",
            "score": "0.1",
            "head": "abc",
        }
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", 'a"b', "a\nb", "a,b", "♠"])
def test_text_stays_text(text: str) -> None:
    """What strangers wrote is one cell, and none that a spreadsheet computes."""
    (row,) = _read(sheet([{"cause": text, "name": "n"}], NAMES, "abc"))
    assert row["name"] == "n"
    assert row["cause"].removeprefix("'") == text
    assert row["cause"][0] not in "=+-@\t"


def test_no_rows() -> None:
    """A table without rows is an empty file."""
    assert sheet([], NAMES, "abc") == ""
