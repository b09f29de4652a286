"""`conquian rules deck`."""

import json

import pytest


def test_decks_of_the_vectors(conquian, vectors) -> None:
    """Every deck and commitment of the vectors comes out, whatever characters the seed has."""
    for entry in json.loads((vectors / "decks.json").read_text()):
        entry.pop("note", None)
        arguments = ("--seed", entry["seed"], "--deal", entry["deal"])
        assert json.loads(conquian("rules", "deck", *arguments, "--json").stdout) == entry


def test_deck_for_people(conquian) -> None:
    """People see the cards with the symbols of their suits, the deck's text and the commitment."""
    shown = conquian("rules", "deck", "--seed", "example").stdout
    given = json.loads(conquian("rules", "deck", "--seed", "example", "--json").stdout)
    assert f"deck        {given['deck']}\n" in shown
    assert f"commitment  {given['commitment']}\n" in shown
    rows = [line.split()[1:] for line in shown.splitlines()[:4]]
    symbols = str.maketrans("♠♥♦♣", "SHDC")
    assert " ".join(card.translate(symbols) for row in rows for card in row) == given["deck"]


@pytest.mark.parametrize("deal", ["1_0", "1.0", "1e1", "\u0663", " 1", "", "x", "9" * 5000])
def test_deals_are_plain_digits(conquian, deal) -> None:
    """A deal's number that is not written in plain digits is refused by the option's name."""
    result = conquian("rules", "deck", "--seed", "s", "--deal", deal)
    assert result.exit_code == 2
    assert "Invalid value for '--deal'" in result.stderr
    assert "is not a whole number" in result.stderr


@pytest.mark.parametrize(("seed", "deal", "field"), [("s", -1, "deal"), ("\udcff", 0, "seed")])
def test_bad_values(conquian, seed, deal, field) -> None:
    """A negative deal and a seed that is not text are refused by name, with status 2."""
    result = conquian("rules", "deck", "--seed", seed, "--deal", deal)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {field}: ")
