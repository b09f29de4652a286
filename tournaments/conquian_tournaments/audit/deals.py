"""Whether a deal was played by the rules, with its deck, by those whose deal it was."""

from collections.abc import Iterator, Mapping
from typing import Any

from conquian_server.rules import (
    BadConfiguration,
    BadRecord,
    dealer_of,
    deck_from_seed,
    deck_text,
    read_deck,
    read_record,
    verify,
)

from conquian_tournaments.deal_records import Records, UnknownDeckError
from conquian_tournaments.deals import LedgerDeal, leg_id
from conquian_tournaments.imported import deck_id
from conquian_tournaments.ledger import Entry
from conquian_tournaments.schedule import read_leg


def check_deal(records: Records, entry: Entry, deal: LedgerDeal) -> Iterator[str]:
    """What is wrong with a deal, in words.

    Raises:
        LedgerError: its record can't be read.
    """
    yield from _check_times(deal)
    if not records.opening.imported:
        yield from _check_planned(records, deal)
    try:
        record = records.of(entry)
    except UnknownDeckError:
        return  # that the seed is not known is a finding by itself
    if records.opening.imported:
        yield from _check_imported(deal, record)
    for field, value in _fixed(records, deal).items():
        if record.get(field) != value:
            yield f"its record's {field} is not what the tournament gives it"
    try:
        verify(read_record(record))
    except BadRecord as fault:
        yield f"its record is not valid: {fault}"


def _check_planned(records: Records, deal: LedgerDeal) -> Iterator[str]:
    """What a deal says that must follow from its key."""
    ids = [entrant.id for entrant in records.opening.entrants]
    try:
        leg = read_leg(leg_id(deal.pairing, deal.leg))
        expected = tuple(ids[place] for place in leg.seats)
    except (ValueError, IndexError):
        yield "it is of no pairing of these entrants"
    else:
        if deal.seats != expected:
            yield "others sit at it than its leg says"
    if deal.multiplier is not None:
        yield "it gives a multiplier, which follows from the deals before it"
    if deal.deck is not None and not records.opening.remote:
        yield "it gives a deck, which follows from its number"


def _check_imported(deal: LedgerDeal, record: Mapping[str, Any]) -> Iterator[str]:
    """What a deal says that was settled before it was imported."""
    if type(deal.multiplier) is not int or deal.multiplier < 1:
        yield f"its multiplier is {deal.multiplier!r}"
    try:
        deck = deck_id(read_deck(record["deck"]))
    except (KeyError, TypeError, AttributeError, BadConfiguration):
        return  # the record says so itself
    if deal.deck != deck:
        yield "it says that it has another deck than it has"


def _check_times(deal: LedgerDeal) -> Iterator[str]:
    if len(deal.microseconds) != len(deal.seats):
        yield f"it has the times of {len(deal.microseconds)} seats, not {len(deal.seats)}"
    if any(type(each) is not int or each < 0 for each in deal.microseconds):
        yield "it has a time that is no number of microseconds"


def _fixed(records: Records, deal: LedgerDeal) -> Mapping[str, Any]:
    """The fields of a deal's record that don't hang on how it is played."""
    opening, seed = records.opening, records.seed
    names = opening.names
    fixed: dict[str, Any] = {
        "ruleset": opening.ruleset.reference(),
        "seats": [names.get(seat) for seat in deal.seats],
    }
    if opening.imported:
        return fixed
    fixed["dealer"] = dealer_of(deal.number, len(deal.seats))
    if seed is not None:
        number = deal.number if deal.deck is None else deal.deck
        fixed["deck"] = deck_text(deck_from_seed(seed, number))
    return fixed
