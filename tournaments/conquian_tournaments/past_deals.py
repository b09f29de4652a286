"""Deals that are over, as a seat was asked in them: to ask the same again."""

from dataclasses import dataclass

from conquian_server.interview import Hearing, questions
from conquian_server.match import Standing
from conquian_server.rules import Record, read_record

from conquian_tournaments.deal_records import Records
from conquian_tournaments.deals import counted, leg_and_number, read_deals
from conquian_tournaments.hosting import bot_seed
from conquian_tournaments.kinds import OPENING
from conquian_tournaments.ledger import LedgerError, View
from conquian_tournaments.whole_deals import read_whole_deal


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A deal that is over.

    Attributes:
        record: its record.
        number: its number in its leg.
        bot_seeds: the random number that each seat's bot had for it; zeros where that is not known.
        standing: the score before it, where the seats were told.
    """

    record: Record
    number: int
    bot_seeds: tuple[int, ...]
    standing: Standing | None

    @classmethod
    def alone(cls, record: Record) -> "PastDeal":
        """A deal of which nothing is known but its record."""
        return cls(record, 0, (0,) * len(record.names), None)

    def hearing(self, seat: int) -> Hearing | None:
        """What the seat was asked; None where it was asked nothing.

        Raises:
            BadRecord: the record is not valid.
        """
        asked = tuple(questions(self.record, seat))
        if not asked:
            return None
        return Hearing(
            questions=asked,
            names=self.record.names,
            number=self.number,
            deal_count=self.number + 1,
            bot_seed=self.bot_seeds[seat],
            standing=self.standing,
        )


def read_past_deal(view: View, key: str) -> PastDeal:
    """The deal of a ledger with this key.

    Raises:
        LedgerError: there is none, its deck is not known yet, or an entry is damaged.
        BadRecord: no deal can be set up from its record.
    """
    record = read_record(read_whole_deal(view, key).record)
    leg, number = leg_and_number(key)
    seed = Records(view).seed
    seats = range(len(record.names))
    seeds = [0 if seed is None else bot_seed(seed, leg, number, seat) for seat in seats]
    return PastDeal(record, number, tuple(seeds), _standing(view, record, leg, number))


def _standing(view: View, record: Record, leg: str, number: int) -> Standing | None:
    """The score before the deal, where its leg's deals were played one after another."""
    if _deals_at_once(view) != 1:
        return None
    totals = [0] * len(record.names)
    for each in counted(record.ruleset, read_deals(view, prefix=f"{leg}/")):
        if each.deal.number < number:
            totals = [total + points for total, points in zip(totals, each.points, strict=True)]
    return Standing(record.multiplier, tuple(totals))


def _deals_at_once(view: View) -> object:
    entry = view.entry(OPENING)
    if entry is None:
        raise LedgerError(f"{view.path}: the ledger holds no tournament")
    return entry.body.get("deals_at_once")
