"""What bots had of the machine in a leg: for the ledger, and for the screen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from conquian_server.launcher import Tier
from conquian_server.referee import Share

_MICROSECONDS = 1_000_000


def machine_object(parts: Iterable[Sequence[Share]]) -> list[dict[str, Any]]:
    """For each seat of a leg its tier, its core and its CPU time in microseconds.

    CPU time is that of all its processes, measured a few times a second and at the leg's end. A
    core that other bots had, too, is told as shared. Of a bot from elsewhere nothing is known.

    Args:
        parts: for each part that the leg was played in, the seats' shares.
    """
    return [_seat_object(shares) for shares in zip(*parts, strict=True)]


def _seat_object(shares: Sequence[Share]) -> dict[str, Any]:
    last = shares[-1]
    seat: dict[str, Any] = {} if last.tier is None else {"tier": last.tier.value}
    if last.tier is Tier.REMOTE:
        return seat
    if last.core is not None:
        seat["core"] = last.core.number
        if any(share.core is not None and share.core.is_shared for share in shares):
            seat["shared"] = True
    seat["cpu"] = round(sum(share.cpu_seconds for share in shares) * _MICROSECONDS)
    return seat


def machine_lines(labels: Sequence[str], shares: Sequence[Share]) -> Iterator[str]:
    """Where bots ran and what CPU time they used, in a line; none where nothing is known.

    Args:
        labels: the seats' names as they can be printed.
        shares: what they had.
    """
    seats = [_seat_text(*each) for each in zip(labels, shares, strict=True) if each[1].tier]
    if seats:
        yield f"where they ran: {', '.join(seats)}"
    if any(share.core is not None and share.core.is_shared for share in shares):
        yield "there are too few cores for one a bot: they shared some"


def _seat_text(label: str, share: Share) -> str:
    assert share.tier is not None
    if share.tier is Tier.REMOTE:
        return f"{label} {share.tier.value}"
    return f"{label} {share.tier.value} ({share.cpu_seconds:.2f} s of CPU)"
