"""A ruleset as a message, with all its fields, so that a bot needs no table of presets."""

from conquian.v1 import rules_pb2

from conquian_server.rules import PRESETS, Ruleset

_CHOICES = ("ace", "hand_melds", "force_scope", "forced_play", "payment", "draw_carry")


def wire_name(ruleset: Ruleset) -> str:
    """The preset's name, empty for a ruleset given by its fields."""
    return ruleset.name if ruleset.name in PRESETS else ""


def encode_ruleset(message: rules_pb2.Ruleset, ruleset: Ruleset) -> None:
    """Fill `message` with the ruleset's fields."""
    message.name = wire_name(ruleset)
    for field, value in ruleset.as_object().items():
        setattr(message, field, _number(field, value) if field in _CHOICES else value)


def _number(field: str, value: object) -> int:
    """The number of the enum value whose name the contract makes of field and value."""
    enum = rules_pb2.Ruleset.DESCRIPTOR.fields_by_name[field].enum_type
    assert enum is not None  # the field is one of _CHOICES
    return enum.values_by_name[f"{field}_{value}".upper()].number
