"""Building a bot: in a copy of its folder, once for each content of it."""

import asyncio
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from conquian_server.launcher.cache import BUILD_CACHE, BuildCache, BuildPlace, build_cache
from conquian_server.launcher.command import build_environment, missing, resolve
from conquian_server.launcher.content import hash_of, source_files
from conquian_server.launcher.errors import BuildError
from conquian_server.launcher.guard import Guard
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.process import BotProcess, ExitReport
from conquian_server.launcher.sandbox.builds import sandboxed_build, take_back
from conquian_server.launcher.start import Start
from conquian_server.launcher.tier import tier_of
from conquian_server.launcher.toolchains import missing_programs
from conquian_server.launcher.trust import Tier

BUILD_SECONDS = 900.0
"""How long each of the two commands may take."""

_LOG_CHARACTERS = 8000
_FETCH: Final = "fetch"
_BUILD: Final = "build"


async def build(
    bot: BotManifest,
    most_seconds: float = BUILD_SECONDS,
    tell: Callable[[str], None] = lambda _: None,
) -> BotManifest:
    """Make a bot ready to run, and return the one that runs.

    A bot that needs no building runs where it lies. Another is copied to the user's cache and built
    there, unless the same content of it has been built before. What it fetches is kept for its
    later versions: where fetching fails, it is built from what was fetched before. A bot that runs
    in a sandbox is built in one, too.

    Args:
        bot: The bot.
        most_seconds: The most that fetching and building may take, each.
        tell: Is told each command before it runs, and where another build is waited for.

    Raises:
        BuildError: A command is missing, can't be started, fails or takes too long; or the copy
            can't be made.
        SandboxError: It is a stranger's, and there is no sandbox here.
    """
    if not bot.is_built:
        return bot
    try:
        files = source_files(bot)
        place = BuildCache.of_user().place(hash_of(files), bot.folder)
        waiting = f"{bot.name}: waiting for another build of it to end"
        async with place.reserved(lambda: tell(waiting)):
            if place.is_done:
                place.use()
            else:
                with place.filled(files, bot.folder):
                    await _Builder(bot, place, tier_of(bot), most_seconds, tell).run()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise BuildError(f"{bot.name}: can't be built: {where}{error.strerror}") from error
    return replace(bot, folder=place.folder)


@dataclass(frozen=True, slots=True)
class _Builder:
    """Runs a bot's commands in its copy."""

    bot: BotManifest
    place: BuildPlace
    tier: Tier
    most_seconds: float
    tell: Callable[[str], None]

    async def run(self) -> None:
        failed = await self._failure_of(_FETCH, self.bot.fetch)
        if failed is not None and not self.bot.build:
            raise failed
        if failed is not None:
            self.tell(f"{self.bot.name}: fetching failed; trying what was fetched before")
        also_failed = await self._failure_of(_BUILD, self.bot.build)
        if also_failed is not None:
            # Without what could not be fetched, the build's own words lead astray.
            raise failed or also_failed
        if self.tier.is_sandbox:
            take_back(self.place.folder)

    async def _failure_of(self, kind: str, words: tuple[str, ...]) -> BuildError | None:
        if not words:
            return None
        self.tell(f"{self.bot.name}: {kind}: {shlex.join(words)}")
        what = f"{self.bot.name}: the {kind} command {shlex.join(words)!r}"
        try:
            await self._run(what, words, network=kind == _FETCH)
        except BuildError as error:
            return error
        return None

    async def _run(self, what: str, words: tuple[str, ...], *, network: bool) -> None:
        command = resolve(replace(self.bot, folder=self.place.folder), words)
        if command is None:
            raise BuildError(f"{what}: {missing(words[0], self.bot.folder)}")
        report, in_time = await self._ended(command, network=network)
        if not in_time:
            raise BuildError(f"{what} took more than {self.most_seconds:g} s", _log(report))
        if report.exit_code != 0:
            raise BuildError(f"{what} {report.cause}{self._hint()}", _log(report))

    def _hint(self) -> str:
        """What may be missing: a shell's or a build tool's own words don't say who has it."""
        found = missing_programs(self.bot.language)
        return "".join(f"; {missing(program, self.bot.folder)}" for program in found)

    async def _ended(self, command: tuple[str, ...], *, network: bool) -> tuple[ExitReport, bool]:
        """The end of a command, and whether it came in time."""
        guard = Guard()
        try:
            scratch = guard.new_scratch()
            start = self._start(command, scratch, network=network)
            process = await BotProcess.start(start, self.place.folder, scratch, guard)
            try:
                return await asyncio.wait_for(process.wait(), self.most_seconds), True
            except TimeoutError:
                return await process.stop(), False
            finally:
                await process.stop(0)
        finally:
            await guard.close()

    def _start(self, command: tuple[str, ...], scratch: Path, *, network: bool) -> Start:
        place = self.place
        if not self.tier.is_sandbox:
            kept = {BUILD_CACHE: str(build_cache(place.home))}
            return Start(command, {**build_environment(scratch), **kept})
        return sandboxed_build(command, place.folder, place.home, scratch, network=network)


def _log(report: ExitReport) -> str:
    """The end of both outputs: compilers differ in which of them they use."""
    parts = (report.stdout_tail.strip(), report.stderr_tail.strip())
    return "\n".join(part[-_LOG_CHARACTERS:] for part in parts if part)
