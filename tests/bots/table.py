"""Deals played by bots in this process: no referee, no stream, but the same messages."""

import importlib.util
from pathlib import Path
from types import ModuleType

from conquian import Bot, Card, Deal, Leg
from conquian.checks import checked
from conquian.deals import read_ruleset
from conquian.observation import Observation
from conquian.session import write
from conquian.v1 import decision_pb2, rules_pb2
from conquian_server import rules
from conquian_server.match import Request
from conquian_server.match.decisions import action_of
from conquian_server.wire import decode_decision, encode_request, encode_ruleset

BOTS = Path(__file__).parents[2] / "bots"


def module_of(name: str) -> ModuleType:
    """The module of a shipped bot."""
    spec = importlib.util.spec_from_file_location(f"shipped_{name}", BOTS / name / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bot_of(name: str) -> type[Bot]:
    """The class of a shipped bot."""
    made_there = [
        value
        for value in vars(module_of(name)).values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    ]
    (bot,) = made_there
    return bot


def play(ruleset: rules.Ruleset, bots: list[type[Bot]], number: int) -> rules.Position:
    """One deal, from the decks of the seed `bots`, to its end; the bots sit in the order given.

    Raises:
        DecisionError: a bot's decision does not fit its request.
        IllegalAction: the rules forbid it.
    """
    deck = rules.deck_from_seed("bots", number)
    position = rules.start(ruleset, deck, dealer=number % len(bots), seats=len(bots))
    seated = [_seated(bot, ruleset, seat, position) for seat, bot in enumerate(bots)]
    while position.seat is not None:
        position = position.apply(_decided(seated[position.seat], position))
    return position


def _seated(bot: type[Bot], ruleset: rules.Ruleset, seat: int, position: rules.Position) -> Bot:
    message = rules_pb2.Ruleset()
    encode_ruleset(message, ruleset)
    leg = Leg("leg", read_ruleset(message), seat, position.setup.seats, (), 1, None)
    hand = tuple(map(Card, rules.cards_in(position.hands[seat])))
    made = bot()
    made.deal = Deal(0, position.setup.dealer, seat, hand, seed=seat, leg=leg)
    return made


def _decided(bot: Bot, position: rules.Position) -> rules.Action:
    """What the bot does, by way of the messages both ways."""
    assert position.seat is not None
    message = decision_pb2.DecisionRequested()
    request = Request(position.seat, 1, 1, position, None, 0.0, None, None)
    encode_request(message, request, 0.0, history=False)
    observation = Observation(message, bot.deal, 0.0)
    answer = decision_pb2.Decision()
    write(checked(bot.decide(observation), observation), 1, answer)
    return action_of(decode_decision(answer), position)
