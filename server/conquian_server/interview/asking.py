"""Asking a bot what it decides, in many deals at once."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from conquian_server.interview.answers import Answer
from conquian_server.interview.hearing import Hearing, Question
from conquian_server.interview.reception import Reception
from conquian_server.interview.talk import Talk
from conquian_server.interview.visit import USUAL, Patience, Starter, visit
from conquian_server.launcher import BotManifest, Launcher

T = TypeVar("T")

_LEAVE_SECONDS = 1.0

Told: TypeAlias = Callable[[Hearing, Question, Answer], None]


async def ask_bot(
    launcher: Launcher,
    bot: BotManifest,
    hearings: Sequence[Hearing],
    patience: Patience = USUAL,
    tell: Told = lambda *_: None,
) -> list[list[Answer]]:
    """Start a bot, ask it all questions, as many deals at once as it plays, and end it.

    Args:
        launcher: starts it.
        bot: a bot that has been built.
        hearings: the deals.
        patience: how long it is waited for.
        tell: is told each answer as it comes.

    Returns:
        for each hearing the answers to its questions.

    Raises:
        LauncherError: the bot can't be started.
        InterviewError: the bot fails to answer.
    """
    async with Reception(f"unix:{launcher.new_folder()}/s") as reception:
        start = partial(launcher.start, bot)
        return await ask_started(start, reception, hearings, patience, tell)


async def ask_started(
    start: Starter,
    reception: Reception,
    hearings: Sequence[Hearing],
    patience: Patience = USUAL,
    tell: Told = lambda *_: None,
    *,
    at_once: int | None = None,
) -> list[list[Answer]]:
    """Ask a bot as `ask_bot` does, however it is started.

    Args:
        start: starts it.
        reception: where it is to dial.
        hearings: the deals.
        patience: how long it is waited for.
        tell: is told each answer as it comes.
        at_once: how many deals at once, if the bot plays as many; None for all that it plays.

    Raises:
        LauncherError: the bot can't be started.
        InterviewError: the bot fails to answer.
    """
    async with (
        visit(start, reception, patience) as guest,
        await guest.received() as talk,
    ):
        answers = await ask_all(talk, hearings, tell, at_once=at_once)
        talk.end()
        await asyncio.wait({guest.process.ended}, timeout=_LEAVE_SECONDS)
        return answers


async def ask_all(
    talk: Talk,
    hearings: Sequence[Hearing],
    tell: Told = lambda *_: None,
    *,
    at_once: int | None = None,
) -> list[list[Answer]]:
    """Ask all questions, each deal's in order, as many deals at once as are granted.

    Raises:
        InterviewError: the bot fails to answer; what else is open is given up.
    """
    free = asyncio.Semaphore(min(at_once or talk.granted, talk.granted))

    async def ask_one(hearing: Hearing) -> list[Answer]:
        async with free:
            return await ask_deal(talk, hearing, tell)

    return await together(ask_one(hearing) for hearing in hearings)


async def together(work: Iterable[Coroutine[None, None, T]]) -> list[T]:
    """Do all of it at once; where some of it fails, give up the rest and raise that."""
    begun = [asyncio.ensure_future(each) for each in work]
    try:
        return await asyncio.gather(*begun)
    finally:
        for each in begun:
            each.cancel()
        await asyncio.gather(*begun, return_exceptions=True)


async def ask_deal(talk: Talk, hearing: Hearing, tell: Told = lambda *_: None) -> list[Answer]:
    """Ask the questions of one deal, one after another.

    Raises:
        InterviewError: the bot fails to answer.
    """
    answers = []
    async with talk.deal(hearing) as deal:
        for question in hearing.questions:
            answers.append(await talk.ask(deal, question))
            tell(hearing, question, answers[-1])
    return answers
