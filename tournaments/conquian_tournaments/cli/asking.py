"""The work of `conquian ask`."""

import asyncio
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from conquian_server.interview import (
    ENDLESS,
    USUAL,
    Answer,
    Hearing,
    InterviewError,
    Patience,
    Question,
    Reception,
    ask_started,
    start_attached,
)
from conquian_server.launcher import BotManifest, Launcher, Trust
from conquian_server.rules import BadRecord, read_record

from conquian_tournaments.cli.errors import BadInput, complain
from conquian_tournaments.cli.inputs import file_and_line, json_line
from conquian_tournaments.cli.ledgers import is_of_tournament, verified_view_of
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.play_leg import built
from conquian_tournaments.cli.screen import print_tables
from conquian_tournaments.cli.trusting import named_bot
from conquian_tournaments.hosting import socket_parent
from conquian_tournaments.past_deals import PastDeal, read_past_deal
from conquian_tournaments.report.asked import AskedAgain, asked_object, asked_table

_FILE_AND_ID = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `conquian ask`, as they were given."""

    seat: int | None
    decision: int | None
    debug: bool
    unsafe: bool


def ask(deal: Sequence[str], bot: str, wanted: Wanted, *, json: bool, no_color: bool) -> bool:
    """Ask a bot, print what it decides, and return whether that is what was decided then.

    Raises:
        BadInput: an argument can't be used.
        LauncherError: the bot is not found, can't be built or started.
        LedgerError: the ledger has no such deal.
    """
    (manifest,) = built([_bot(bot, wanted)])
    past = _past_deal(deal)
    try:
        hearings = _hearings(past, wanted, manifest.name)
    except BadRecord as fault:
        raise BadInput(f"{' '.join(deal)}: {fault}") from None
    desk = _Desk(wanted.decision)
    try:
        asyncio.run(_ask(manifest, hearings, desk, debug=wanted.debug))
    except InterviewError as error:
        complain(f"{manifest.name}: {error}")
        desk.failed = True
    if json:
        print_json(_object(deal, manifest, desk))
    else:
        table = asked_table(f"{manifest.name}: {' '.join(deal)}", past.record.names, desk.asked)
        print_tables([table], [desk.summary], no_color=no_color)
    return desk.same_everywhere


def _bot(text: str, wanted: Wanted) -> BotManifest:
    bot = named_bot(text, unsafe=wanted.unsafe)
    if wanted.debug and bot.trust is Trust.STRANGER:
        raise BadInput(
            f"--debug: {bot.name} would run outside the sandbox; name its folder, if it is your"
            " own, or add --unsafe-no-sandbox"
        )
    return bot


class _Desk:
    """Collects what the bot decides."""

    def __init__(self, decision: int | None) -> None:
        self.asked: list[AskedAgain] = []
        self.failed = False
        self._decision = decision

    def take(self, hearing: Hearing, question: Question, answer: Answer) -> None:
        """Note an answer."""
        number = self._decision
        if number is None:
            number = hearing.questions.index(question)
        self.asked.append(AskedAgain(hearing.seat, number, question, answer))

    @property
    def different(self) -> int:
        """How many decisions are other ones now."""
        return sum(not each.same for each in self.asked)

    @property
    def same_everywhere(self) -> bool:
        """Whether all was answered, and as it was then."""
        return not self.failed and not self.different

    @property
    def summary(self) -> str:
        """How many decisions differ."""
        count = "1 decision" if len(self.asked) == 1 else f"{len(self.asked)} decisions"
        if self.failed:
            count += " before the bot failed"
        if not self.asked:
            return f"{count}."
        if not self.different:
            return f"{count}: all the same."
        return f"{count}: {self.different} {'differs' if self.different == 1 else 'differ'}."


async def _ask(bot: BotManifest, hearings: Sequence[Hearing], desk: _Desk, *, debug: bool) -> None:
    async with Launcher(socket_parent()) as launcher:
        # A bot that takes no unix socket is given a port here when no launcher starts it.
        on_port = debug and bot.transport == "tcp"
        address = "127.0.0.1:0" if on_port else f"unix:{launcher.new_folder()}/s"
        async with Reception(address) as reception:
            start = partial(start_attached if debug else launcher.start, bot)
            if debug:  # Ctrl-C is the debugger's
                asyncio.get_running_loop().add_signal_handler(signal.SIGINT, lambda: None)
            patience = ENDLESS if debug else _patience(bot)
            await ask_started(start, reception, hearings, patience, desk.take, at_once=1)


def _patience(bot: BotManifest) -> Patience:
    return USUAL if bot.warm_up_seconds is None else replace(USUAL, warm_up=bot.warm_up_seconds)


def _past_deal(deal: Sequence[str]) -> PastDeal:
    if len(deal) == _FILE_AND_ID:
        with verified_view_of(Path(deal[0])) as view:
            try:
                return read_past_deal(view, deal[1])
            except BadRecord as fault:
                raise BadInput(f"{deal[0]}: deal {deal[1]}: {fault}") from None
    if len(deal) > _FILE_AND_ID:
        raise BadInput("DEAL: give a file and a deal's id, or a file of records")
    if is_of_tournament(Path(deal[0])):
        raise BadInput(
            f"DEAL: add a deal's id after {deal[0]}; `conquian deals {deal[0]}` lists them all"
        )
    line = json_line(*file_and_line(deal[0], None))
    try:
        return PastDeal.alone(read_record(line.value()))
    except BadRecord as fault:
        raise BadInput(f"{line.where}: {fault}") from None


def _hearings(past: PastDeal, wanted: Wanted, bot: str) -> list[Hearing]:
    seats = _seats(past, wanted.seat, bot)
    heard = [hearing for seat in seats if (hearing := past.hearing(seat)) is not None]
    if not heard:
        raise BadInput("DEAL: nothing was asked there")
    if wanted.decision is None:
        return heard
    chosen = [
        replace(hearing, questions=(hearing.questions[wanted.decision],))
        for hearing in heard
        if wanted.decision < len(hearing.questions)
    ]
    if not chosen:
        most = max(len(hearing.questions) for hearing in heard)
        raise BadInput(f"--decision: there is no {wanted.decision}; decisions are 0 to {most - 1}")
    return chosen


def _seats(past: PastDeal, seat: int | None, bot: str) -> list[int]:
    names = past.record.names
    if seat is None:
        own = [each for each, name in enumerate(names) if name == bot]
        return own or list(range(len(names)))
    if seat >= len(names):
        raise BadInput(f"--seat: there is no seat {seat}; seats are 0 to {len(names) - 1}")
    return [seat]


def _object(deal: Sequence[str], bot: BotManifest, desk: _Desk) -> dict[str, object]:
    return {
        "deal": list(deal),
        "bot": {"name": bot.name, "version": bot.version},
        "decisions": [asked_object(each) for each in desk.asked],
        "different": desk.different,
        "complete": not desk.failed,
    }
