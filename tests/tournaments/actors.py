"""Bots in the process, in the place of a leg's real ones: what the tests of the runner drive."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from conquian_server.launcher import BotManifest, ExitReport, Launcher
from conquian_server.match import DealOver, LegEnd, LegOver, LegPlan
from conquian_server.referee import BotExit, LegReport, Referee
from conquian_server.rules import PRESETS, Deck, Position, Reason, Ruleset, dealer_of, start
from conquian_server.wire import LegNames
from conquian_tournaments.schedule import Leg, Pairing, legs
from conquian_tournaments.tournament import Entrant, Tournament

CLASSIC = PRESETS["classic"]


def entrant(name: str) -> Entrant:
    """An entrant that never starts."""
    manifest = BotManifest(name, "1", "any", ("true",), Path("/"))
    return Entrant(f"id-of-{name}", name, manifest)


def leg(number: int, *, first: int = 0, second: int = 1, round_: int = 0) -> Leg:
    """A leg of a pairing."""
    return Leg(Pairing(round_, first, second), number)


def legs_of(tournament: Tournament) -> Iterator[Leg]:
    """The legs of a tournament that plays in one wave."""
    for pairing in tournament.schedule("").wave(0):
        yield from legs(pairing)


def played_out(
    ruleset: Ruleset, deck: Deck, number: int, leg: str = "", *, seats: int = 2
) -> Position:
    """The last position of a deal, decided by chance that the deck and the leg determine."""
    position = start(ruleset, deck, dealer=dealer_of(number, seats), seats=seats)
    random = Random(f"{deck}{leg}")
    while position.result is None:
        legal = position.legal_actions()
        position = position.apply(random.choice(legal[1:] or legal))
    return position


def deal_over(
    ruleset: Ruleset,
    deck: Deck,
    number: int,
    offender: int | None = None,
    leg: str = "",
    *,
    seats: int = 2,
) -> DealOver:
    """A deal that is played out, or begun and lost by a seat that is out."""
    if offender is None:
        charges = ((0.25, 0.5), *[(0.125,)] * (seats - 1))
        return DealOver(number, played_out(ruleset, deck, number, leg, seats=seats), charges)
    begun = start(ruleset, deck, dealer=dealer_of(number, seats), seats=seats)
    forfeited = begun.forfeit(Reason.DISCONNECTED, offender)
    return DealOver(number, forfeited, ((),) * seats, "it broke")


class Actors:
    """Plays a leg's deals at once.

    Attributes:
        attempts: the ids of the legs that were begun, in order.
        deals: the leg and number of each deal that was played, in order.
        end: how legs end.
        before_deal: called with the leg's id and the deal's number before each deal.
        incidents: by leg, how many incidents the seats have had at each deal's end.
        known_incidents: the leg and the incidents that were known of it, of each attempt.
    """

    def __init__(self) -> None:
        self.attempts: list[str] = []
        self.deals: list[tuple[str, int]] = []
        self.end = LegEnd.PLAYED
        self.before_deal: Callable[[str, int], None] = lambda _leg, _number: None
        self.incidents: dict[str, list[tuple[int, ...]]] = {}
        self.known_incidents: list[tuple[str, tuple[int, ...]]] = []

    async def play_hosted_leg(
        self,
        referee: Referee,
        launcher: Launcher,
        plan: LegPlan,
        names: LegNames,
        bots: Sequence[BotManifest],
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
    ) -> LegReport:
        """Play a leg, as the real one would."""
        self.attempts.append(names.leg)
        self.known_incidents.append((names.leg, plan.incidents))
        for number in range(plan.deal_count):
            if number not in plan.played:
                self.before_deal(names.leg, number)
                self.deals.append((names.leg, number))
                deck, seats = plan.deck_of(number), plan.seats
                over = deal_over(plan.ruleset, deck, number, leg=names.leg, seats=seats)
                incidents = self.incidents.get(names.leg, {number: ()})[number]
                on_deal(replace(over, incidents=incidents))
        ended = BotExit(1, ExitReport(0, None, "", "its last words"))
        return LegReport(LegOver(self.end, ()), (), (ended,))
