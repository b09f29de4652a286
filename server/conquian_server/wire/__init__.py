"""The codec: the only place that turns values of the game into messages and back."""

from conquian_server.wire.decisions import decode_decision
from conquian_server.wire.legs import (
    LegNames,
    called_off_bytes,
    deal_ended_bytes,
    encode_clocks,
    encode_deal_ended,
    encode_deal_started,
    encode_leg_ended,
    encode_leg_started,
    encode_rejected,
)
from conquian_server.wire.requests import encode_request
from conquian_server.wire.rulesets import encode_ruleset

__all__ = [
    "LegNames",
    "called_off_bytes",
    "deal_ended_bytes",
    "decode_decision",
    "encode_clocks",
    "encode_deal_ended",
    "encode_deal_started",
    "encode_leg_ended",
    "encode_leg_started",
    "encode_rejected",
    "encode_request",
    "encode_ruleset",
]
