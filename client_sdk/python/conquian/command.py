"""The command line of every bot."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from conquian.blame import print_blame
from conquian.bot import BotMaker, Given
from conquian.client import Client
from conquian.connection import Address, read_ca
from conquian.errors import RefereeLostError, RefusedError, UsageError

ADDRESS, TOKEN, CA = "CONQUIAN_ADDRESS", "CONQUIAN_TOKEN", "CONQUIAN_CA"

DONE = 0
BOT_FAILED = 1
BAD_USAGE = 2
REFEREE_LOST = 3
REFUSED = 4

_STATUSES = """\
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
        return _play(Client(bots, _address(arguments)))
    except UsageError as error:
        return _told(error, BAD_USAGE)
    except RefusedError as error:
        return _told(error, REFUSED)
    except RefereeLostError as error:
        return _told(error, REFEREE_LOST)
    except Exception as error:  # whatever the bot raised
        print_blame(error, bots.sample if bots else None)
        return BOT_FAILED


def _play(client: Client) -> int:
    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # a second signal ends the process as it is
        client.stop(signal.Signals(number).name)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
    asyncio.run(client.run())
    return DONE


def _address(arguments: argparse.Namespace) -> Address:
    if not arguments.address:
        raise UsageError(_NO_ADDRESS)
    ca = read_ca(arguments.ca) if arguments.ca else None
    return Address(arguments.address, arguments.token, ca)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="A Conquian bot: plays for the referee at an address.",
        epilog=_STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
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
    return parser


def _told(error: Exception, status: int) -> int:
    print(error, file=sys.stderr)
    return status
