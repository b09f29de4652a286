"""`python -m conquian.bridge` is the bridge where only the light SDK is installed."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields

from conquian.bridge.bridge import BridgedBot, run
from conquian.command import STATUSES, add_address_options

_MOST_DEALS = 128


def main(argv: Sequence[str] | None = None) -> int:
    """Bridge the bot that the arguments name, and return the exit status."""
    given = _parser().parse_args(argv)
    given.command, given.rulesets = tuple(given.command), tuple(given.rulesets)
    bridged = BridgedBot(**{field.name: getattr(given, field.name) for field in fields(BridgedBot)})
    return run(bridged, given.address, given.token, given.ca)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m conquian.bridge",
        description="A bot in any language: JSON on its standard input, answers on its output.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="+", help="the bot's program and arguments, after --")
    _add_hello_options(parser)
    add_address_options(parser)
    return parser


def _add_hello_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default=BridgedBot.name, help="what people call the bot")
    parser.add_argument("--bot-version", dest="version", default=BridgedBot.version)
    parser.add_argument(
        "--ruleset",
        dest="rulesets",
        action="append",
        default=[],
        help="a preset that it plays, once for each; all if left out",
    )
    parser.add_argument(
        "--deals-at-once",
        type=_deals,
        default=BridgedBot.deals_at_once,
        help="how many deals it plays side by side",
    )
    for option, dest, meaning in (
        ("--answer-only-choice", "answer_only_choice", "don't ask where one thing can be done"),
        ("--history", "wants_history", "have each request carry the actions so far"),
        ("--ready", "waits_for_ready", "it prints `ready` when it is warm; no clock runs before"),
    ):
        parser.add_argument(option, dest=dest, action="store_true", help=meaning)


def _deals(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_DEALS:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {_MOST_DEALS}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
