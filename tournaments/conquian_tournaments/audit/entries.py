"""Whether each entry of a ledger is as it was written, and says what can be."""

import json
from collections.abc import Iterator

from conquian_server.match import LegEnd

from conquian_tournaments import kinds
from conquian_tournaments.audit.deals import check_deal
from conquian_tournaments.audit.decks import DeckCheck
from conquian_tournaments.audit.findings import Finding, place_of
from conquian_tournaments.audit.played import Played
from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import read_deal
from conquian_tournaments.ledger import Entry, LedgerError, Link, View

_ENDS = {end.value for end in LegEnd}


class EntryCheck:
    """Looks at a ledger's entries, one after another.

    Attributes:
        played: what they tell of the legs.
        deal_count: how many deals there were.
        seed_at: the number of the entry that publishes the seed, None before it.
    """

    def __init__(self, view: View, records: Records | None) -> None:
        """Args: `records`, None where no record can be made since the opening can't be read."""
        self.played = Played()
        self.deal_count = 0
        self.seed_at: int | None = None
        self._decks = DeckCheck()
        self._path = view.path
        self._records = records

    def see(self, link: Link) -> Iterator[Finding]:
        """The findings about the next entry, its place in the chain left out."""
        try:
            for what in self._see(link, _read(link)):
                yield Finding(place_of(link), what)
        except (LedgerError, ValueError, TypeError, RecursionError) as error:
            yield Finding(place_of(link), f"can't be read: {error}")

    def _see(self, link: Link, entry: Entry) -> Iterator[str]:
        match entry.kind:
            case kinds.DEAL:
                self.deal_count += 1
                yield from self._see_deal(entry)
            case kinds.LEG:
                self.played.over.add(entry.key)
                if entry.body.get("end") not in _ENDS:
                    yield "does not say how the leg ended"
            case kinds.DECKS:
                yield from self._decks.see_given(entry)
            case kinds.UNPLAYABLE:
                self.played.set_aside.add(entry.key)
                if not isinstance(entry.body.get("why"), str):
                    yield "does not say why"
            case kinds.ATTEMPT:
                if not isinstance(entry.body.get("why"), str):
                    yield "does not say why"
            case kinds.SEED:
                self.seed_at = link.number
            case kinds.OPENING:
                if link.number != 1:
                    yield "is not the first entry"
            case _:
                yield "is of a kind that no tournament has"

    def _see_deal(self, entry: Entry) -> Iterator[str]:
        deal = read_deal(self._path, entry)
        self.played.add(deal)
        if self._records is not None:
            yield from check_deal(self._records, entry, deal)
            if self._records.opening.remote:
                yield from self._decks.see_played(deal)


def _read(link: Link) -> Entry:
    body = json.loads(link.text)
    if not isinstance(body, dict):
        raise TypeError("it is no JSON object")
    return Entry(link.kind, link.key, body)
