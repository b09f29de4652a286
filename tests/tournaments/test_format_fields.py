"""The fields of a tournament's file that say how it is played."""

from pathlib import Path

import pytest
from conquian_tournaments.fields import FileError, read_fields
from conquian_tournaments.format_fields import read_format_fields
from conquian_tournaments.formats import (
    Format,
    GauntletFormat,
    KnockoutFormat,
    RoundRobinFormat,
    SwissFormat,
    TablesFormat,
    format_object,
    read_format,
)

ENTRANTS = 6


def _read(folder: Path, text: str) -> Format:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    fields = read_fields(file)
    found = read_format_fields(fields, ENTRANTS)
    fields.check_all_known()
    return found


@pytest.mark.parametrize(
    ("text", "expected", "deals"),
    [
        ("decks = 5", RoundRobinFormat(5), 150),
        ('format = "round-robin"\ndecks = 5\ncycles = 3', RoundRobinFormat(5, 3), 450),
        ('format = "double-round-robin"\ndecks = 5', RoundRobinFormat(5, 2), 300),
        ('format = "gauntlet"\ndecks = 5', GauntletFormat(5), 50),
        (
            'format = "gauntlet"\ndecks = 5\nrunners = 2\ncycles = 3',
            GauntletFormat(5, 2, 3),
            240,
        ),
        ('format = "swiss"\ndecks = 5', SwissFormat(5, 3), 90),
        ('format = "swiss"\ndecks = 5\nrounds = 2', SwissFormat(5, 2), 60),
        ('format = "knockout"\nbest_of = 5', KnockoutFormat(5, 5), 100),
        ('format = "knockout"\nbest_of = 5\nextra_decks = 0', KnockoutFormat(5, 0), 50),
        ('format = "tables"\ndecks = 5\nseats = 3', TablesFormat(5, 3), 300),
        ('format = "tables"\ndecks = 5\nseats = 4', TablesFormat(5, 4), 300),
    ],
)
def test_each_format_comes_out_as_written(
    tmp_path: Path, text: str, expected: Format, deals: int
) -> None:
    """A format and its fields come out as they were written, and plan the deals they should."""
    found = _read(tmp_path, text)
    assert found == expected
    assert type(found) is type(expected)
    planned = found.schedule(ENTRANTS, "").pairing_count * found.seats * found.length().most_decks
    assert planned == deals


@pytest.mark.parametrize(
    "played",
    [
        RoundRobinFormat(5, 2),
        GauntletFormat(5, 2, 3),
        SwissFormat(5, 2),
        KnockoutFormat(5, 1),
        TablesFormat(5, 4),
    ],
)
def test_a_ledger_says_which_format(played: Format) -> None:
    """What a ledger's opening says of a format is enough to make it again."""
    assert read_format({"name": "league", **format_object(played)}) == played
    assert read_format({"name": "league", **format_object(played)}).name == played.name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('format = "cup"', "format: must be one of round-robin, double-round-robin, gauntlet"),
        ("format = 3", "format: must be one of "),
        ('format = "swiss"', "decks: is missing"),
        ('format = "knockout"', "best_of: is missing"),
        ('format = "knockout"\nbest_of = 0', "best_of: must be a whole number from 1"),
        ('format = "knockout"\nbest_of = 3\nextra_decks = -1', "extra_decks: must be a whole"),
        ('format = "knockout"\nbest_of = 3\ndecks = 3', "decks: is not known here"),
        ('format = "round-robin"\ndecks = 3\nrounds = 3', "rounds: is not known here"),
        ('format = "double-round-robin"\ndecks = 3\ncycles = 1', "cycles: is not known here"),
        ('format = "gauntlet"\ndecks = 3\nruners = 1', "runners"),
        ('format = "gauntlet"\ndecks = 3\nrunners = 0', "runners: must be a whole number from 1"),
        (
            'format = "gauntlet"\ndecks = 3\nrunners = 6',
            "runners: must be at most 5, not 6 with 6 entrants",
        ),
        ('format = "swiss"\ndecks = 3\nrounds = 4', "rounds: must be a whole number from 1 to 3"),
        ('format = "tables"\ndecks = 3', "seats: is missing"),
        ('format = "tables"\ndecks = 3\nseats = 2', "seats: must be a whole number from 3 to 4"),
        ('format = "tables"\ndecks = 3\nseats = 5', "seats: must be a whole number from 3 to 4"),
        ("decks = 3\nseats = 3", "seats: is not known here"),
        ('format = "swiss"\ndecks = 3\nrounds = 0', "rounds: must be a whole number from 1 to 3"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """A field that is missing, unfit, another format's or too much for so few entrants is named."""
    with pytest.raises(FileError) as told:
        _read(tmp_path, text)
    assert complaint in str(told.value)
