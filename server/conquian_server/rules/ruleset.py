"""Rulesets: the three presets and any combination of their fields (rules section 3)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, get_args

from conquian_server.rules.cards import DECK_SIZE
from conquian_server.rules.errors import BadConfiguration, quoted
from conquian_server.rules.melds import MeldBook, meld_book

Ace = Literal["low", "low_or_high"]
HandMelds = Literal["never", "own_stock_card"]
ForceScope = Literal["not_turned", "any"]
ForcedPlay = Literal["any", "add"]
Payment = Literal["stake", "hand"]
DrawCarry = Literal["double", "carry"]

CUSTOM = "custom"

_RANGES = {
    "seats_min": (2, 4),
    "seats_max": (2, 4),
    "hand_size": (2, 10),
    "max_sequence": (3, 10),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "ace": get_args(Ace),
    "hand_melds": get_args(HandMelds),
    "force_scope": get_args(ForceScope),
    "forced_play": get_args(ForcedPlay),
    "payment": get_args(Payment),
    "draw_carry": get_args(DrawCarry),
}


def _check_value(name: str, value: object) -> None:
    if name in _RANGES:
        low, high = _RANGES[name]
        if type(value) is not int or not low <= value <= high:
            raise BadConfiguration(name, f"{quoted(value)} is not a number from {low} to {high}")
    elif name in _CHOICES:
        if value not in _CHOICES[name]:
            allowed = ", ".join(_CHOICES[name])
            raise BadConfiguration(name, f"{quoted(value)} is not one of {allowed}")
    elif type(value) is not bool:
        raise BadConfiguration(name, f"{quoted(value)} is not true or false")


@dataclass(frozen=True)
class Ruleset:
    """The written form of the game that is played; the fields are those of rules section 3.

    Raises:
        BadConfiguration: a value is out of range, or the fields together can't be dealt.
    """

    seats_min: int
    seats_max: int
    hand_size: int
    ace: Ace
    max_sequence: int
    initial_upcard: bool
    hand_melds: HandMelds
    force_scope: ForceScope
    forced_play: ForcedPlay
    payment: Payment
    draw_carry: DrawCarry

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_value(field.name, getattr(self, field.name))
        if self.seats_min > self.seats_max:
            raise BadConfiguration("seats_min", f"is above seats_max ({self.seats_max})")
        dealt = self.seats_max * self.hand_size + self.initial_upcard
        if dealt >= DECK_SIZE:
            raise BadConfiguration(
                "hand_size",
                f"{self.seats_max} seats of {self.hand_size} cards leave none in the stock",
            )

    @property
    def goal(self) -> int:
        """How many cards a seat has laid when it goes out."""
        return self.hand_size + 1

    @cached_property
    def name(self) -> str:
        """The preset's name, or `custom`."""
        return next((name for name, preset in PRESETS.items() if preset == self), CUSTOM)

    @cached_property
    def book(self) -> MeldBook:
        """The melds of this ruleset."""
        return meld_book(ace_high=self.ace == "low_or_high", max_sequence=self.max_sequence)

    def check_seats(self, seats: int) -> None:
        """Check that so many can play.

        Raises:
            BadConfiguration: they can't.
        """
        if not self.seats_min <= seats <= self.seats_max:
            allowed = _span(self.seats_min, self.seats_max)
            raise BadConfiguration(
                "seats", f"is {quoted(seats)}, but {self.name} is played by {allowed}"
            )

    def as_object(self) -> dict[str, object]:
        """All the fields, `goal` included, as a JSON object."""
        return {**asdict(self), "goal": self.goal}

    def reference(self) -> str | dict[str, object]:
        """What a record says of it: the preset's name, else all the fields."""
        return self.as_object() if self.name == CUSTOM else self.name


PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "classic": Ruleset(
            seats_min=2,
            seats_max=2,
            hand_size=10,
            ace="low",
            max_sequence=8,
            initial_upcard=False,
            hand_melds="never",
            force_scope="not_turned",
            forced_play="any",
            payment="stake",
            draw_carry="double",
        ),
        "hoyle": Ruleset(
            seats_min=2,
            seats_max=2,
            hand_size=10,
            ace="low",
            max_sequence=10,
            initial_upcard=False,
            hand_melds="own_stock_card",
            force_scope="not_turned",
            forced_play="add",
            payment="stake",
            draw_carry="double",
        ),
        "nine-card": Ruleset(
            seats_min=2,
            seats_max=4,
            hand_size=9,
            ace="low_or_high",
            max_sequence=10,
            initial_upcard=True,
            hand_melds="never",
            force_scope="any",
            forced_play="any",
            payment="hand",
            draw_carry="carry",
        ),
    }
)


def read_ruleset(value: object) -> Ruleset:
    """The ruleset that a preset's name or an object of fields stands for.

    An object holds all the fields, or a preset's name under `base` and the fields that differ;
    `goal` may be left out.

    Raises:
        BadConfiguration: an unknown name or field, a missing field, a value out of range.
    """
    if isinstance(value, Mapping):
        return _from_object(value)
    return _preset("ruleset", value)


def _from_object(value: Mapping[object, object]) -> Ruleset:
    given = dict(value)
    base = _preset("base", given.pop("base")).as_object() if "base" in given else {}
    base.pop("goal", None)
    given.pop("goal", None)
    known = [field.name for field in fields(Ruleset)]
    for name in given:
        if name not in known:
            raise BadConfiguration(quoted(name).strip("'"), "is not a field of a ruleset")
    merged: dict[Any, Any] = {**base, **given}
    for name in known:
        if name not in merged:
            raise BadConfiguration(name, "is missing from the ruleset")
    ruleset = Ruleset(**merged)  # each value is checked as it is made
    _check_goal(value.get("goal", ruleset.goal), ruleset)
    return ruleset


def _preset(field: str, name: object) -> Ruleset:
    preset = PRESETS.get(name) if isinstance(name, str) else None
    if preset is None:
        raise BadConfiguration(field, f"{quoted(name)} is not one of {', '.join(PRESETS)}")
    return preset


def _check_goal(goal: object, ruleset: Ruleset) -> None:
    if type(goal) is not int or goal != ruleset.goal:
        raise BadConfiguration("goal", f"is {quoted(goal)}, but always hand_size + 1")


def _span(low: int, high: int) -> str:
    return f"{low} seats" if low == high else f"{low} to {high} seats"
