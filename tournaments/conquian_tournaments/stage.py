"""What the legs of a run are played with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from conquian_server.launcher import Launcher
from conquian_server.match import DealOver, LegEnd, LegPlan
from conquian_server.referee import LegReport, Referee, RefereeError, play_hosted_leg
from conquian_server.rules import Result, deck_from_seed
from conquian_server.wire import LegNames

from conquian_tournaments.hosting import bot_seed
from conquian_tournaments.schedule import Leg
from conquian_tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Stage:
    """What every leg of a run is played with.

    Attributes:
        tournament: the tournament.
        seed: the decks' seed.
        referee: where the bots play.
        launcher: what starts them.
    """

    tournament: Tournament
    seed: str
    referee: Referee
    launcher: Launcher

    async def play(
        self, leg: Leg, played: Mapping[int, Result], on_deal: Callable[[DealOver], None]
    ) -> LegReport:
        """Play what is left of a leg, on processes started for it.

        Args:
            leg: the leg.
            played: the results of its deals that are played, by number.
            on_deal: called with each deal as it ends.

        Raises:
            RefereeError: the referee stops.
            OSError: this machine can't play it.
        """
        seats = self.tournament.seats(leg)
        report = await play_hosted_leg(
            self.referee,
            self.launcher,
            self._plan(played),
            LegNames(leg.id, tuple(entrant.name for entrant in seats)),
            [entrant.bot for entrant in seats],
            bot_seed=lambda deal, seat: bot_seed(self.seed, leg.id, deal, seat),
            on_deal=on_deal,
        )
        if report.over.end is LegEnd.CALLED_OFF:
            raise RefereeError("the referee stopped before the leg was over")
        return report

    def _plan(self, played: Mapping[int, Result]) -> LegPlan:
        tournament = self.tournament
        return LegPlan(
            ruleset=tournament.ruleset,
            seats=2,
            deal_count=tournament.decks,
            deck_of=lambda number: deck_from_seed(self.seed, number),
            clocks=tournament.clocks,
            policy=tournament.policy,
            deals_at_once=tournament.deals_at_once,
            played=played,
        )
