"""Where hosted bots play: a private referee and the launcher of its bots, which end together."""

import hashlib
import hmac
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from conquian_server.launcher import Launcher
from conquian_server.referee import ANY_SILENCE, Options, Referee

# A socket's path has little room (some systems: 103 bytes, of which the launcher's folders take
# 30), and TMPDIR can be anything.
_LONGEST_PARENT: Final = 70
_SHORT_PARENT: Final = "/tmp"  # POSIX has it everywhere; the folder made in it is private


@asynccontextmanager
async def hosting() -> AsyncIterator[tuple[Referee, Launcher]]:
    """A referee on a unix socket that this user alone can reach, and a launcher.

    At the end, however it comes, the bots end first, then the referee, and the socket is removed;
    that is so as well when this process is killed.
    """
    async with (
        Launcher(socket_parent()) as launcher,
        Referee(Options(f"unix:{launcher.new_folder()}/s", keepalive=ANY_SILENCE)) as referee,
    ):
        try:
            yield referee, launcher
        finally:
            await launcher.close()


def bot_seed(seed: str, leg: str, deal: int, seat: int) -> int:
    """The random number that a bot gets for a deal, from 0 to 2**64 - 1.

    It is the first eight bytes, the highest first, of HMAC-SHA256 with the seed as its key, so it
    tells a bot nothing of the decks, which come from the same seed.

    Args:
        seed: the seed of the decks.
        leg: the leg's id.
        deal: the deal's number in the leg.
        seat: the bot's seat.
    """
    message = f"bot-seed:{leg}:{deal}:{seat}"
    digest = hmac.digest(seed.encode(), message.encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big")


def guest_token(seed: str, entrant: str) -> str:
    """The token of a remote bot: 24 bytes of HMAC-SHA256 with the seed as its key, in hex.

    It is the same in every run of a tournament, so a bot's author needs it but once.

    Args:
        seed: the seed of the decks.
        entrant: the entrant's id.
    """
    return hmac.digest(seed.encode(), f"guest-token:{entrant}".encode(), hashlib.sha256)[:24].hex()


def socket_parent() -> str:
    """A folder for temporary files whose path leaves room for a socket's."""
    usual = tempfile.gettempdir()
    return usual if len(os.fsencode(usual)) <= _LONGEST_PARENT else _SHORT_PARENT
