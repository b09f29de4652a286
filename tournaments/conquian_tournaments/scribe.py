"""Writing to the ledger beside the play."""

import asyncio
import contextlib
import threading
from collections.abc import Sequence

from conquian_tournaments.folds import keep_fold
from conquian_tournaments.kinds import SEED
from conquian_tournaments.ledger import Entry, Ledger, LedgerError

_COMMIT_SECONDS = 0.25
_FOLDED_EVERY = 10_000  # entries


class Scribe:
    """Writes entries to the ledger a few times a second."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._waiting: list[Entry] = []
        self._writing = threading.Lock()
        self._failure: LedgerError | None = None
        self._unfolded = 0

    def add(self, entry: Entry) -> None:
        """Have an entry written soon."""
        self._waiting.append(entry)

    async def run(self) -> None:
        """Write what comes, until this is cancelled; what waits then is left to `flush`.

        Raises:
            LedgerError: the ledger can't be written.
        """
        while True:
            await asyncio.sleep(_COMMIT_SECONDS)
            await asyncio.to_thread(self.flush)  # a disk's time is not to be a bot's

    def flush(self) -> None:
        """Write what waits.

        Raises:
            LedgerError: the ledger can't be written, now or at the first time that it couldn't;
                after that nothing is written any more.
        """
        with self._writing:
            if self._failure is not None:
                raise self._failure
            entries = self._waiting.copy()
            try:
                self._ledger.append(entries)
            except LedgerError as error:
                self._failure = LedgerError(
                    f"{error}; what was written before is safe, and the same command goes on"
                )
                raise self._failure from error
            del self._waiting[: len(entries)]
            self._fold(entries)

    def _fold(self, written: Sequence[Entry]) -> None:
        """Fold now and then, so that tables don't take long on a long ledger, and at the end."""
        self._unfolded += len(written)
        if self._unfolded >= _FOLDED_EVERY or any(entry.kind == SEED for entry in written):
            self._unfolded = 0
            with contextlib.suppress(LedgerError):  # it is for speed alone
                keep_fold(self._ledger)
