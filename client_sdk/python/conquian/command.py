"""The command line of every bot."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Coroutine, Sequence
from types import FrameType

from conquian.blame import print_blame
from conquian.bot import BotMaker, Given
from conquian.client import Client
from conquian.connection import Address, read_ca
from conquian.errors import ConquianError, RefereeLostError, RefusedError, UsageError

ADDRESS, TOKEN, CA = "CONQUIAN_ADDRESS", "CONQUIAN_TOKEN", "CONQUIAN_CA"

DONE = 0
BOT_FAILED = 1
BAD_USAGE = 2
REFEREE_LOST = 3
REFUSED = 4
_STATUS = {UsageError: BAD_USAGE, RefereeLostError: REFEREE_LOST, RefusedError: REFUSED}

STATUSES = """\
exit status:
  0  the referee ended the session, or a signal did (SIGTERM, SIGINT)
  1  the bot raised an exception, which is printed
  2  the bot can't be run so; the words say why
  3  the referee could not be reached, or was lost and did not come back
  4  the referee refused the bot; the words say why
"""
_NO_ADDRESS = (
    f"no address: a referee starts its bots with {ADDRESS} set; to try your bot, "
    "run `conquian play ./mybot greedy`, to join a referee, give --address"
)


def run(bot: Given, argv: Sequence[str] | None = None) -> None:
    """Play for a referee until it ends the session, then end the process.

    Where the referee is comes from the command line or the environment; `--help` says how, and
    what the exit statuses mean.

    Args:
        bot: a class of bots, as in `run(MyBot)`: one object is made for each deal. A function
            without arguments that makes a bot does as well, and so does a bot, as in
            `run(MyBot())`: each deal then gets a deep copy of it.
        argv: the arguments; the command line's when it is None.

    Raises:
        SystemExit: always, with the exit status.
    """
    logging.basicConfig(stream=sys.stderr, format="%(name)s: %(message)s", level=logging.INFO)
    sys.exit(main(bot, argv))


def main(bot: Given, argv: Sequence[str] | None = None) -> int:
    """Do what `run` does, and return the exit status."""
    arguments = _parser().parse_args(argv)
    bots = None
    try:
        bots = BotMaker(bot)
        client = Client(bots, address_of(arguments.address, arguments.token, arguments.ca))
        play(client.run(), client)
    except (UsageError, RefusedError, RefereeLostError) as error:
        return told(error)
    except Exception as error:  # whatever the bot raised
        print_blame(error, bots.sample if bots else None)
        return BOT_FAILED
    return DONE


def play(session: Coroutine[None, None, None], client: Client) -> None:
    """Run what plays a client's session to its end, which a signal brings about too."""

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # a second signal ends the process as it is
        client.stop(signal.Signals(number).name)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
    asyncio.run(session)


def told(error: ConquianError) -> int:
    """Tell of an error on stderr, and return the exit status that it means."""
    print(error, file=sys.stderr)
    return _STATUS.get(type(error), BOT_FAILED)


def add_address_options(parser: argparse.ArgumentParser) -> None:
    """Have a command line say where the referee is; see `address_of`."""
    for option, variable, meaning in (
        ("--address", ADDRESS, "where the referee is: unix:/path or host:port"),
        (
            "--token",
            TOKEN,
            "the access token; better given by the variable, which others can't see",
        ),
        ("--ca", CA, "a file of certificates to trust (PEM); the connection is then by TLS"),
    ):
        default = os.environ.get(variable, "")
        parser.add_argument(option, default=default, help=f"{meaning} [{variable}]")


def address_of(address: str, token: str, ca: str) -> Address:
    """Where the referee is, from what a command line says.

    Raises:
        UsageError: the address is missing or no address, or the certificates can't be read.
    """
    if not address:
        raise UsageError(_NO_ADDRESS)
    return Address(address, token, read_ca(ca) if ca else None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="A Conquian bot: plays for the referee at an address.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_address_options(parser)
    return parser
