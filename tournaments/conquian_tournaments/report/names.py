"""The seats' names as they can be printed: strangers chose them."""

from collections.abc import Sequence

_LONGEST = 30


def printable(text: str) -> str:
    """The text with everything that could steer a terminal written as an escape."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def with_version(name: str, version: str) -> str:
    """A bot as tables name it, such as `greedy v1`; the name can be printed as it is."""
    mark = "v" if version[:1].isdigit() else ""
    return f"{name} {mark}{printable(version)}".rstrip()


def seat_labels(names: Sequence[str]) -> tuple[str, ...]:
    """A short label for each seat; equal names are told apart by their seats."""
    short = [_shortened(printable(name)) for name in names]
    return tuple(
        name if name and short.count(name) == 1 else f"{name} (seat {seat})".strip()
        for seat, name in enumerate(short)
    )


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"
