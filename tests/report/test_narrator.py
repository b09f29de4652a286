"""A deal told for people says what happened, and hides what a viewer must not see."""

import json
from pathlib import Path
from typing import Any

import pytest
from conquian_server.rules import (
    PRESETS,
    BadRecord,
    Position,
    Reason,
    deck_from_seed,
    read_action,
    read_record,
    record_of,
    start,
)
from conquian_tournaments.report import Narrator, tell_record

VECTORS = Path(__file__).parents[1] / "vectors"
RECORDS = [json.loads(line) for line in (VECTORS / "records-valid.jsonl").read_text().splitlines()]


def _told(value: dict, **options: Any) -> list[str]:
    return [line.plain for line in tell_record(read_record(value), **options)]


def _tagged(tag: str) -> dict:
    return next(record for record in RECORDS if tag in record["tags"])


def _deal(ruleset: str = "classic") -> Position:
    return start(PRESETS[ruleset], deck_from_seed("example", 0), dealer=0, seats=2)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_every_action_is_told(record) -> None:
    """Each action is told on a line of its own, numbered, by the seat that took it."""
    told = [line for line in _told(record) if line[:3].strip().isdigit()]
    assert len(told) == len(record["actions"])
    for number, (line, seat, action) in enumerate(
        zip(told, record["by"], record["actions"], strict=True)
    ):
        assert line.startswith(f"{number:3}  {record['seats'][seat]}")
        kind = action.split()[0]
        verbs = {"pass": "passes", "meld": "takes", "demand": "demands", "waive": "waives"}
        verb = "passes" if action.endswith("pass") else verbs[kind]
        assert f" {verb}" in line


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_every_card_of_the_stock_is_told(record) -> None:
    """Each turned card is told with what is left, each dead one too, down to the true numbers."""
    told = _told(record)
    position = read_record(record).start()
    first = position.next_card - 1
    for text in record["actions"]:
        position = position.apply(read_action(text))
    turned = [line for line in told if " turns " in line or " is turned up " in line]
    assert len(turned) == position.next_card - first
    assert len([line for line in told if line.endswith(" is dead")]) == len(position.dead)


def test_ending_told() -> None:
    """A deal that is won, drawn or forfeited is told as such, with the points as they count."""
    won = _tagged("went_out")
    assert f"{won['seats'][won['result']['winner']]} goes out and wins" in _told(won)
    drawn = next(item for item in RECORDS if item["result"]["reason"] == "stock_exhausted")
    assert "the stock is used up: drawn" in _told(drawn)
    forfeited = _tagged("forfeit")
    name, result = forfeited["seats"][forfeited["result"]["offender"]], forfeited["result"]
    assert f"{name} forfeits the deal: {result['reason']}" in _told(forfeited)
    double = next(item for item in RECORDS if item["multiplier"] == 2 and item["id"] == "v002")
    points = zip(double["seats"], double["result"]["points"], strict=True)
    assert "points: " + ", ".join(f"{name} {number:+d}" for name, number in points) in _told(double)
    assert _told(double)[0].endswith(", counts 2 times")


def test_forced_melds_told() -> None:
    """A demand tells who is asked, who demands of whom, and that the meld was forced."""
    told = "\n".join(_told(_tagged("forced")))
    assert "is asked whether " in told
    assert " demands that " in told
    assert ", forced, takes " in told


def test_meld_told() -> None:
    """A meld tells the layout, what left the hand, the discard, and what is held now."""
    record = next(item for item in RECORDS if item["id"] == "v002")
    told = _told(record)
    at = next(i for i, line in enumerate(told) if line.startswith("  0  "))
    assert told[at] == (
        "  0  b takes 5♠ (from the stock): 4♠5♠6♠7♠, from the hand 4♠ 6♠ 7♠, discards K♦"
    )
    assert told[at + 1].lstrip().startswith("b holds 6 cards (")
    assert told[at + 1].endswith(", a 10 cards, the stock 19 cards")


def test_hand_meld_told() -> None:
    """Melds laid from the hand alone are told together with the pass."""
    record = next(
        item for item in RECORDS if any(text.endswith(" pass") for text in item["actions"])
    )
    assert any(" passes " in line and ", lays " in line for line in _told(record))


def test_viewer_sees_one_hand() -> None:
    """Told from one seat's view, a hidden hand changes no line before the deal's end."""
    first = _deal()
    deck = list(first.setup.deck)
    deck[0], deck[2] = deck[2], deck[0]  # the pone's cards, in another order
    deck[0], deck[39] = deck[39], deck[0]  # and one of them is another
    other = start(first.setup.ruleset, tuple(deck), dealer=0, seats=2)
    assert first.hands[1] != other.hands[1]
    narrators = [Narrator(first.setup.ruleset, ["a", "b"], viewer=viewer) for viewer in (0, 1)]
    by_dealer, by_pone = (
        [[line.plain for line in narrator.opening(deal)] for deal in (first, other)]
        for narrator in narrators
    )
    assert by_dealer[0] == by_dealer[1]
    assert by_pone[0] != by_pone[1]


@pytest.mark.parametrize("viewer", [0, 1])
def test_viewer_through_a_deal(viewer) -> None:
    """Told from one seat's view, no line before the end shows what the other seat holds."""
    record = RECORDS[0]
    told = _told(record, viewer=viewer)
    name = record["seats"][1 - viewer]
    assert any(f"{name} holds" in line for line in told)
    assert not any(f"{name} holds" in line and "(" in line.split(",")[0] for line in told)


def test_unknown_multiplier() -> None:
    """A deal whose multiplier is not known yet is told without one."""
    position = _deal()
    narrator = Narrator(position.setup.ruleset, ["a", "b"])
    assert "counts" not in narrator.opening(position, multiplier=None)[0].plain
    ended = position.forfeit(Reason.TIMEOUT, 1)
    assert narrator.ending(ended, multiplier=None)[1].plain == "points: a +1, b -1"


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("same", "same"), ["same (seat 0)", "same (seat 1)"]),
        (("", "b"), ["(seat 0)", "b"]),
        (("x" * 99, "\n"), ["x" * 30 + "…", "\\n"]),
    ],
)
def test_labels(names, labels) -> None:
    """Seats with the same name or none are told apart, and a name can't fill or steer a screen."""
    opening = Narrator(PRESETS["classic"], names).opening(_deal())
    assert opening[0].plain == (f"classic: {labels[0]} in seat 0 against {labels[1]} in seat 1")


def test_fault_comes_last() -> None:
    """What is legal in an invalid record is told before its fault is raised."""
    record = RECORDS[0] | {"actions": ["pass", "knock"]}
    told = []
    with pytest.raises(BadRecord) as fault:
        told.extend(line.plain for line in tell_record(read_record(record)))
    assert fault.value.index == 1
    assert [line[:5] for line in told if line[:3].strip().isdigit()] == ["  0  "]


def test_times_of_decisions() -> None:
    """Each action is told with its own time, and so is the answer that was a fault, at the end.

    Where a time was not told, none is made up.
    """
    deal = _deal()
    seats = [deal.seat, deal.apply(read_action("pass")).seat]
    ended = deal.apply(read_action("pass")).forfeit(Reason.ILLEGAL_ACTION, seats[1])
    charges = [[0.0015], [0.25]]
    told = _told(
        record_of(ended, ("a", "b")), charges=[charges[seats.index(seat)] for seat in (0, 1)]
    )
    times = [line.partition("  [")[::2] for line in told if "  [" in line]
    assert [time for _, time in times] == ["1.500 ms]", "250.000 ms]"]
    assert times[0][0].startswith("  0  ")
    assert "forfeits the deal" in times[1][0]
    assert not any(" ms]" in line for line in _told(record_of(ended, ("a", "b")), charges=[[], []]))
