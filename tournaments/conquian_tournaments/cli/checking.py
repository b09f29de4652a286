"""The work of `conquian check`."""

import asyncio
from collections.abc import Sequence

from conquian_server.conformance import CHECKS, BenchLauncher, Check, Status, Verdict, check_bot
from conquian_server.launcher import BotManifest
from rich.console import Console
from rich.status import Status as StatusLine

from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.cli.trusting import check_tiers, named_bot
from conquian_tournaments.hosting import socket_parent
from conquian_tournaments.report.checked import checked_notes, checked_object, checked_table


def check(bot: str, limit: float, *, unsafe: bool, json: bool, no_color: bool) -> bool:
    """Check a bot, print what came of it, and return whether all checks passed.

    Raises:
        LauncherError: the bot is not found, its `bot.toml` is wrong, or it is a stranger's and no
            sandbox can hold it.
    """
    manifest = named_bot(bot, unsafe=unsafe)
    check_tiers([manifest])
    with Console(stderr=True).status("") as line:  # shown on a terminal only
        verdicts = asyncio.run(_check(manifest, limit, line))
    if json:
        print_json(checked_object(manifest, verdicts))
    else:
        table, notes = checked_table(manifest, verdicts), checked_notes(verdicts)
        print_tables([table], notes, no_color=no_color)
    return all(verdict.status is Status.PASSED for verdict in verdicts)


async def _check(bot: BotManifest, limit: float, line: StatusLine) -> Sequence[Verdict]:
    def begun(number: int, check: Check) -> None:
        line.update(f"{number} of {len(CHECKS)}: {bot.name} {check.what}")

    async with BenchLauncher(socket_parent()) as launcher:
        return await check_bot(launcher, bot, decision_seconds=limit, begun=begun)
