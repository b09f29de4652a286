"""Building a bot in its folder."""

import asyncio
import shlex

from conquian_server.launcher.command import build_environment, missing, resolve
from conquian_server.launcher.errors import BuildError
from conquian_server.launcher.guard import Guard
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.process import BotProcess, ExitReport

BUILD_SECONDS = 900.0
_LOG_CHARACTERS = 8000


async def build(manifest: BotManifest, most_seconds: float = BUILD_SECONDS) -> None:
    """Run a bot's build command in its folder; nothing to do for a bot that has none.

    Raises:
        BuildError: The command is missing, can't be started, fails or takes too long.
    """
    if not manifest.build:
        return
    what = f"{manifest.name}: the build command {shlex.join(manifest.build)!r}"
    command = resolve(manifest, manifest.build)
    if command is None:
        raise BuildError(f"{what}: {missing(manifest.build[0], manifest.folder)}")
    report, in_time = await _run(manifest, command, most_seconds)
    if not in_time:
        raise BuildError(f"{what} took more than {most_seconds:g} s", _log(report))
    if report.exit_code != 0:
        raise BuildError(f"{what} {report.cause}", _log(report))


async def _run(
    manifest: BotManifest, command: tuple[str, ...], most_seconds: float
) -> tuple[ExitReport, bool]:
    """The end of the build, and whether it came in time."""
    guard = Guard()
    try:
        scratch = guard.new_scratch()
        process = await BotProcess.start(
            command, manifest.folder, build_environment(scratch), scratch, guard
        )
        try:
            return await asyncio.wait_for(process.wait(), most_seconds), True
        except TimeoutError:
            return await process.stop(), False
        finally:
            await process.stop(0)
    except OSError as error:
        raise BuildError(f"{manifest.name}: the build can't be started: {error}") from error
    finally:
        await guard.close()


def _log(report: ExitReport) -> str:
    """The end of both outputs: compilers differ in which of them they use."""
    parts = (report.stdout_tail.strip(), report.stderr_tail.strip())
    return "\n".join(part[-_LOG_CHARACTERS:] for part in parts if part)
