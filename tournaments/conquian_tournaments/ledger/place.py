"""Where a ledger can be."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeAlias

import sqlalchemy as sa

Where: TypeAlias = Path | sa.URL
"""A file, or the address of a database; written out, an address hides its password."""


class Place(Protocol):
    """A database that a ledger is in, or will be."""

    @property
    def where(self) -> Where:
        """Which one."""

    def reading_engine(self) -> sa.Engine:
        """What reads it, while others write; each connection sees one moment.

        Raises:
            LedgerError: it is not there.
        """

    def take(self) -> Callable[[], None]:
        """Be the one who writes, until what is returned is called.

        Raises:
            LedgerError: it can't be written, or another has taken it.
        """

    def writing_engine(self) -> sa.Engine:
        """What writes to it, once it is taken."""

    def prepare(self, engine: sa.Engine) -> None:
        """Do what must be done before the first table is made."""

    def guard(self, connection: sa.Connection) -> None:
        """Let nobody but the owner read the secrets, the table of which has just been made."""

    def in_words(self) -> AbstractContextManager[None]:
        """Raise the database's errors as the ledger's."""
