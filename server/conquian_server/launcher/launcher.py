"""Starting bots, and ending all of them."""

import asyncio
from pathlib import Path

from conquian_server.launcher.cores import Core
from conquian_server.launcher.errors import FolderGoneError, StartError
from conquian_server.launcher.guard import Guard
from conquian_server.launcher.manifest import BotManifest
from conquian_server.launcher.preparing import prepare
from conquian_server.launcher.process import GRACE_SECONDS, BotProcess
from conquian_server.launcher.watch import watch


class Launcher:
    """Starts bots and owns every one that runs; an async context manager that ends them all.

    Args:
        parent: Where it makes its folders, and those of its bots; the usual place if None.
    """

    def __init__(self, parent: str | None = None) -> None:
        self._guard = Guard(parent)
        self._live: set[BotProcess] = set()
        self._closed = False

    async def __aenter__(self) -> "Launcher":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def new_folder(self) -> Path:
        """Make an empty folder that this user alone can enter.

        It goes when the launcher is closed, and when its process ends in whatever way.
        """
        return self._guard.new_scratch()

    async def start(
        self, manifest: BotManifest, address: str, token: str, core: Core | None = None
    ) -> BotProcess:
        """Start a bot that will dial `address` and show `token`; on any core, if none is given.

        Raises:
            StartError: Its program does not exist or can't be started, its folder or its wishes
                are not to be had, or the launcher is closed.
            FolderGoneError: Its folder is not there any more.
            SandboxError: It is a stranger's, and there is no sandbox here.
        """
        self._refuse_if_closed(manifest)
        try:
            process = await self._begin(manifest, address, token, core)
        except (OSError, ValueError) as error:  # ValueError: a NUL character in a word
            raise StartError(f"{manifest.name}: can't be started: {error}") from error
        self._own(process)
        if self._closed:
            await process.stop(0)
        self._refuse_if_closed(manifest)
        return process

    async def close(self, grace_seconds: float = GRACE_SECONDS) -> None:
        """End all bots at the same time, each within the grace, and then the guard.

        Raises:
            LauncherError: A bot does not end even after SIGKILL; the others have ended.
        """
        if self._closed:
            return
        self._closed = True
        try:
            ends = (process.stop(grace_seconds) for process in self._live)
            outcomes = await asyncio.gather(*ends, return_exceptions=True)
        finally:
            await self._guard.close()
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _begin(
        self, manifest: BotManifest, address: str, token: str, core: Core | None
    ) -> BotProcess:
        if not manifest.folder.is_dir():
            raise FolderGoneError(f"{manifest.name}: its folder {manifest.folder} is gone")
        scratch = self._guard.new_scratch()
        prepared = prepare(manifest, address, token, scratch, core)
        try:
            process = await BotProcess.start(prepared.start, manifest.folder, scratch, self._guard)
        except BaseException:
            prepared.release()
            raise
        watching = asyncio.create_task(watch(process, prepared.limits))
        process.ended.add_done_callback(lambda _: watching.cancel())
        process.ended.add_done_callback(lambda _: prepared.release())
        return process

    def _own(self, process: BotProcess) -> None:
        self._live.add(process)
        process.ended.add_done_callback(lambda _: self._live.discard(process))

    def _refuse_if_closed(self, manifest: BotManifest) -> None:
        if self._closed:
            raise StartError(f"{manifest.name}: the launcher is closed")
