"""Counting positions: the rules engine's golden number (rules section 13)."""

from conquian_server.rules.position import Position


def count(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from the position."""
    if depth == 0:
        return 1
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(count(position.apply(action), depth - 1) for action in actions)
