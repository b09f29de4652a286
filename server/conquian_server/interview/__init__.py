"""Asking bots outside of matches: what they decide where, and how they behave on a stream."""

from conquian_server.interview.answers import Answer, judge
from conquian_server.interview.asking import ask_all, ask_bot, ask_deal, ask_started, together
from conquian_server.interview.attached import AttachedProcess, start_attached
from conquian_server.interview.errors import (
    BadHello,
    BadMessage,
    BotLeft,
    BotSilent,
    InterviewError,
)
from conquian_server.interview.hearing import Hearing, Question, questions
from conquian_server.interview.line import Line
from conquian_server.interview.reception import Reception
from conquian_server.interview.talk import Talk
from conquian_server.interview.visit import ENDLESS, USUAL, Patience, Visit, last_words, visit

__all__ = [
    "ENDLESS",
    "USUAL",
    "Answer",
    "AttachedProcess",
    "BadHello",
    "BadMessage",
    "BotLeft",
    "BotSilent",
    "Hearing",
    "InterviewError",
    "Line",
    "Patience",
    "Question",
    "Reception",
    "Talk",
    "Visit",
    "ask_all",
    "ask_bot",
    "ask_deal",
    "ask_started",
    "judge",
    "last_words",
    "questions",
    "start_attached",
    "together",
    "visit",
]
