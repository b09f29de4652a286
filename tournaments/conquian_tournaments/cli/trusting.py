"""How far the bots of a command are trusted, and what is said where no sandbox can hold one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from conquian_server.launcher import BotManifest, Trust, find_bot, no_sandbox, tier_of
from conquian_server.launcher.sandbox.limits import limits_for

from conquian_tournaments.cli.errors import remark
from conquian_tournaments.crew import usual_places
from conquian_tournaments.tournament import Tournament


def named_bot(text: str, *, unsafe: bool = False) -> BotManifest:
    """The bot that an argument names; a folder that is named there is trusted as far as need be.

    Args:
        text: the argument.
        unsafe: whether a stranger's bot is run where no sandbox can hold it.

    Raises:
        LauncherError: there is no such bot, or its `bot.toml` is wrong.
    """
    bot = find_bot(text, folders=Trust.NAMED)
    return _vouched(bot) if unsafe else bot


def vouched_for(tournament: Tournament) -> Tournament:
    """The tournament with strangers' bots that are run where no sandbox can hold them, too."""
    entrants = [
        entrant if entrant.bot is None else replace(entrant, bot=_vouched(entrant.bot))
        for entrant in tournament.entrants
    ]
    return replace(tournament, entrants=tuple(entrants))


def check_tiers(bots: Iterable[BotManifest]) -> None:
    """See that all bots can be run, and say of which no sandbox holds.

    Raises:
        SandboxError: one is a stranger's, and there is no sandbox here.
        StartError: one wishes for more than a sandbox gives.
    """
    for bot in dict.fromkeys(bots):
        if tier_of(bot).is_sandbox:
            limits_for(bot)
        elif bot.trust in (Trust.NAMED, Trust.UNSAFE):
            remark(f"no sandbox holds {bot.name}: {no_sandbox()}; it runs without one")


def machine_notes(tournament: Tournament) -> Iterator[str]:
    """What must be said of this machine before a tournament is played on it.

    Raises:
        SandboxError: a bot is a stranger's, and there is no sandbox here.
    """
    tiers = {each.name: tier_of(each.bot) for each in tournament.entrants if each.bot is not None}
    free = [f"{name} {tier.value}" for name, tier in tiers.items() if not tier.is_sandbox]
    if free:
        yield f"bots that no sandbox holds: {', '.join(free)}"
    seats = tournament.format.seats
    if (tournament.workers or 1) > usual_places(seats):
        yield f"{tournament.workers} legs at a time are more than there are cores for: bots share"


def _vouched(bot: BotManifest) -> BotManifest:
    return replace(bot, trust=Trust.UNSAFE) if bot.trust is Trust.STRANGER else bot
