"""Whether the entries are those that were written, in their order."""

from collections.abc import Iterator

from conquian_tournaments.audit.findings import Finding, place_of
from conquian_tournaments.ledger import GENESIS, Link, next_head


class ChainCheck:
    """Follows the chain, entry by entry.

    Attributes:
        head: the head that is stored with the last entry so far.
        number: that entry's number.
    """

    def __init__(self, published: str | None) -> None:
        """Args: `published`, a head that must be found; None looks for none."""
        self.head = GENESIS
        self.number = 0
        self._published = published
        self._found_at: int | None = None
        self._seen: set[tuple[str, str]] = set()

    def see(self, link: Link) -> Iterator[Finding]:
        """The findings about the next entry.

        After one that is not as it was written, the chain is followed from what is stored with
        it, so that each change is found by itself.
        """
        if link.number != self.number + 1:
            yield Finding(f"entry {self.number + 1}", f"is missing; entry {link.number} follows")
        if not _is_text(link) or link.head != next_head(self.head, link.kind, link.key, link.text):
            yield Finding(place_of(link), "is not as it was written, or not in its place")
        if (link.kind, link.key) in self._seen:
            yield Finding(place_of(link), "stands in the ledger twice")
        self._seen.add((link.kind, link.key))
        self.head, self.number = str(link.head), link.number
        if self.head == self._published:
            self._found_at = self.number

    def end(self) -> Iterator[Finding]:
        """The finding about the chain's end, if there is one."""
        if self._published is not None and self._found_at is None:
            yield Finding("head", f"{self._published} is nowhere in the chain; it ends {self.head}")

    def notes(self) -> Iterator[str]:
        """What must be known about a published head."""
        if self._found_at not in (None, self.number):
            yield (
                f"The given head is that of entry {self._found_at};"
                f" {self.number - self._found_at} entries were added since."
            )


def _is_text(link: Link) -> bool:
    return all(isinstance(part, str) for part in (link.kind, link.key, link.text, link.head))
