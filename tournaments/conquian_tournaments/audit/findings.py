"""What an audit comes to."""

from dataclasses import dataclass

from conquian_tournaments.ledger import Link


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be.

    Attributes:
        place: the entry, or what else of the ledger is meant.
        what: what is wrong with it.
    """

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class Audit:
    """An audit's outcome.

    Attributes:
        head: the ledger's last head.
        entries: how many entries it has.
        deals: how many of them are deals.
        finished: whether the tournament is over and its seed published; an imported one always is.
        findings: what is wrong, entry by entry first.
        notes: what is not wrong but must be known with it.
    """

    head: str
    entries: int
    deals: int
    finished: bool
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def place_of(link: Link) -> str:
    """How a finding names an entry."""
    key = f" {link.key}" if link.key else ""
    return f"entry {link.number} ({link.kind}{key})"
