"""Standings as values that JSON has, and back."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from conquian_tournaments.standings import Cell, Record, Row, Standings


def standings_object(standings: Standings) -> dict[str, Any]:
    """The standings as a JSON object, from which they come back whole."""
    cells = [
        [one, other, _counts(cell.units), cell.pairs]
        for (one, other), cell in standings.crosstable.items()
        if one < other  # the other's is its mirror
    ]
    return {"rows": {name: _row(row) for name, row in standings.rows.items()}, "cells": cells}


def read_standings(value: Mapping[str, Any]) -> Standings:
    """The standings of an object by `standings_object`.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: it is no such object.
    """
    standings = Standings({name: _read_row(name, row) for name, row in value["rows"].items()}, {})
    for one, other, (wins, draws, losses), pairs in value["cells"]:
        standings.crosstable[one, other] = Cell(Record(wins, draws, losses), list(pairs))
        standings.crosstable[other, one] = Cell(Record(losses, draws, wins), pairs[::-1])
    return standings


def _row(row: Row) -> dict[str, Any]:
    return {
        "units": _counts(row.units),
        "deals": _counts(row.deals),
        "points": row.points,
        "faults": row.faults,
        "microseconds": row.microseconds,
        "decks": list(row.deck_units),
        "deck_units": list(row.deck_units.values()),
        "deck_halves": [row.deck_halves[deck] for deck in row.deck_units],
    }


def _read_row(name: str, value: Mapping[str, Any]) -> Row:
    decks = value["decks"]
    return Row(
        name,
        units=Record(*value["units"]),
        deals=Record(*value["deals"]),
        points=value["points"],
        faults=Counter(value["faults"]),
        microseconds=value["microseconds"],
        deck_units=Counter(dict(zip(decks, value["deck_units"], strict=True))),
        deck_halves=Counter(dict(zip(decks, value["deck_halves"], strict=True))),
    )


def _counts(record: Record) -> list[int]:
    return [record.wins, record.draws, record.losses]
