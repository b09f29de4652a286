"""What a run shows while it goes on: how the entrants fare, and how far it is."""

from rich.console import Group, RenderableType
from rich.progress import Progress
from rich.table import Table

from conquian_tournaments.deals import LedgerDeal
from conquian_tournaments.report.names import printable
from conquian_tournaments.results import EntrantId
from conquian_tournaments.standings import Record
from conquian_tournaments.tournament import Tournament

_SHOWN = 10


class LiveStandings:
    """The deals that each entrant has won, drawn and lost in this run, the best first.

    They are a look at what goes on: multipliers and mirrored decks count at the end.
    """

    def __init__(self, tournament: Tournament, progress: Progress) -> None:
        self._names = {entrant.id: entrant.name for entrant in tournament.entrants}
        self._records = {entrant: Record() for entrant in self._names}
        self._faults = dict.fromkeys(self._names, 0)
        self._progress = progress

    def add(self, deal: LedgerDeal) -> None:
        """Count a deal that has ended."""
        best, *others = sorted(set(deal.result.ranks()))
        for entrant, rank in zip(deal.seats, deal.result.ranks(), strict=True):
            margin = (1 if rank == best else -1) if others else 0
            self._records[entrant].add(margin)
        if deal.result.offender is not None:
            self._faults[deal.seats[deal.result.offender]] += 1

    def __rich__(self) -> RenderableType:
        table = Table("bot", "+/=/-", "score", "faults", box=None, padding=(0, 2, 0, 0))
        for entrant in sorted(self._names, key=self._place)[:_SHOWN]:
            record = self._records[entrant]
            table.add_row(
                printable(self._names[entrant]),
                f"{record.wins}/{record.draws}/{record.losses}",
                "" if record.score is None else f"{record.score:.3f}",
                str(self._faults[entrant]),
            )
        return Group(table, self._progress)

    def _place(self, entrant: EntrantId) -> tuple[float, str]:
        score = self._records[entrant].score
        return (0.0 if score is None else -score, self._names[entrant])
