"""What a bot is told of its deals beside its observations: ruleset, leg, start and end."""

from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from conquian.cards import Cards, numbered
from conquian.v1 import leg_pb2, rules_pb2


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset with the fields and values of rules section 3."""

    name: str
    seats_min: int
    seats_max: int
    hand_size: int
    goal: int
    ace: str
    max_sequence: int
    initial_upcard: bool
    hand_melds: str
    force_scope: str
    forced_play: str
    payment: str
    draw_carry: str


@dataclass(frozen=True, slots=True)
class Leg:
    """A run of deals with one seating.

    Attributes:
        id: names the leg in the session.
        ruleset: the ruleset of all its deals.
        seat: the bot's seat in all of them.
        seat_count: how many seats play.
        seat_names: each seat's bot; empty where they are hidden.
        deal_count: how many deals it has; the most there can be where there is a target.
        target: the points with which a seat ends it, None when all deals are played.
    """

    id: str
    ruleset: Ruleset
    seat: int
    seat_count: int
    seat_names: tuple[str, ...]
    deal_count: int
    target: int | None


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it starts.

    Attributes:
        number: its number in the leg, from 0.
        dealer: the seat that deals.
        seat: the bot's own seat.
        hand: the cards dealt to it.
        seed: a random number for the bot's own use; it tells nothing of the deck.
        leg: the leg that it belongs to.
    """

    number: int
    dealer: int
    seat: int
    hand: Cards
    seed: int
    leg: Leg


@dataclass(frozen=True, slots=True)
class DealEnd:
    """How a deal ended, with everything shown.

    Attributes:
        reason: `went_out`, `stock_exhausted`, `illegal_action`, `timeout`, `disconnected`, or
            `called_off` when it is nobody's result and nothing hidden is shown.
        winner: the seat that went out, None when none did.
        offender: the seat whose fault ended the deal, None when there was none.
        points: each seat's points before the multiplier.
        deck: the whole deck, first dealt first.
        hands: each seat's cards at the end.
        record: the deal in one line of JSON (rules section 12).
        charges: the seconds charged for each of the bot's decisions, in order.
    """

    reason: str
    winner: int | None
    offender: int | None
    points: tuple[int, ...]
    deck: Cards
    hands: tuple[Cards, ...]
    record: str
    charges: tuple[float, ...]


def read_ruleset(message: rules_pb2.Ruleset) -> Ruleset:
    """The ruleset that a message holds."""
    values: dict[str, Any] = {}
    for name in Ruleset.__slots__:
        is_enum = message.DESCRIPTOR.fields_by_name[name].enum_type is not None
        values[name] = enum_text(message, name) if is_enum else getattr(message, name)
    return Ruleset(**values)


def read_leg(message: leg_pb2.LegStarted) -> Leg:
    """The leg that a message starts."""
    return Leg(
        id=message.leg_id,
        ruleset=read_ruleset(message.ruleset),
        seat=message.seat,
        seat_count=message.seat_count,
        seat_names=tuple(message.seat_names),
        deal_count=message.deal_count,
        target=optional(message, "target"),
    )


def read_deal(message: leg_pb2.DealStarted, leg: Leg) -> Deal:
    """The deal of `leg` that a message starts."""
    return Deal(
        number=message.number,
        dealer=message.dealer,
        seat=message.seat,
        hand=numbered(message.hand),
        seed=message.bot_seed,
        leg=leg,
    )


def read_deal_end(message: leg_pb2.DealEnded) -> DealEnd:
    """The end that a message tells."""
    return DealEnd(
        reason=enum_text(message, "reason"),
        winner=optional(message, "winner"),
        offender=optional(message, "offender"),
        points=tuple(message.points),
        deck=numbered(message.deck),
        hands=tuple([numbered(hand.cards) for hand in message.hands]),
        record=message.record,
        charges=tuple([charge.ToMicroseconds() / 1e6 for charge in message.charges]),
    )


def enum_text(message: Message, name: str) -> str:
    """An enum field's value as the rules write it: `ACE_LOW_OR_HIGH` is `low_or_high`.

    A value that this version does not know is `unknown`.
    """
    enum = message.DESCRIPTOR.fields_by_name[name].enum_type
    assert enum is not None
    value = enum.values_by_number.get(getattr(message, name))
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return "unknown" if value is None else value.name.removeprefix(prefix).lower()


def optional(message: Message, name: str) -> int | None:
    """A number's value, None when it is absent."""
    value: int = getattr(message, name)
    return value if message.HasField(name) else None
