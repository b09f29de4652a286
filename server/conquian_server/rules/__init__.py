"""The rules of Conquian: pure, exact, and nothing but the game.

    >>> from conquian_server import rules
    >>> deck = rules.deck_from_seed("example", deal=0)
    >>> position = rules.start(rules.PRESETS["classic"], deck, dealer=0, seats=2)
    >>> position.seat, position.asked.value, rules.CARD_TEXTS[position.faced]
    (1, 'meld_or_pass', '5C')
    >>> [str(action) for action in position.legal_actions()]
    ['pass']
    >>> position.apply(rules.read_action("pass")).seat
    0

Wrong use raises an error of the family `RulesError`. Section numbers in this package are those
of `docs/rules.md`.
"""

from conquian_server.rules.actions import (
    DEMAND,
    PASS,
    WAIVE,
    Action,
    Kind,
    meld,
    meld_and_pass,
    read_action,
)
from conquian_server.rules.cards import (
    CARD_TEXTS,
    DECK_SIZE,
    RANKS,
    SUITS,
    Card,
    CardSet,
    card_set,
    cards_in,
    rank_of,
    read_card,
    suit_of,
)
from conquian_server.rules.counting import count
from conquian_server.rules.deck import Deck, commitment, deck_from_seed, deck_text, read_deck
from conquian_server.rules.errors import (
    BadConfiguration,
    BadRecord,
    IllegalAction,
    RulesError,
    Unreadable,
)
from conquian_server.rules.legal import Option
from conquian_server.rules.melds import Layout, Meld, layout_text, meld_cards, meld_text
from conquian_server.rules.observation import (
    Asked,
    Observation,
    Origin,
    Taken,
    actions_in,
)
from conquian_server.rules.position import Position, start
from conquian_server.rules.records import (
    Record,
    read_position,
    read_record,
    record_of,
    replay,
    verify,
)
from conquian_server.rules.results import (
    FAULTS,
    LegScore,
    Reason,
    Result,
    Settlement,
    dealer_of,
    hand_points,
    next_multiplier,
    settle,
)
from conquian_server.rules.ruleset import PRESETS, Ruleset, read_ruleset

__all__ = [
    "CARD_TEXTS",
    "DECK_SIZE",
    "DEMAND",
    "FAULTS",
    "PASS",
    "PRESETS",
    "RANKS",
    "SUITS",
    "WAIVE",
    "Action",
    "Asked",
    "BadConfiguration",
    "BadRecord",
    "Card",
    "CardSet",
    "Deck",
    "IllegalAction",
    "Kind",
    "Layout",
    "LegScore",
    "Meld",
    "Observation",
    "Option",
    "Origin",
    "Position",
    "Reason",
    "Record",
    "Result",
    "RulesError",
    "Ruleset",
    "Settlement",
    "Taken",
    "Unreadable",
    "actions_in",
    "card_set",
    "cards_in",
    "commitment",
    "count",
    "dealer_of",
    "deck_from_seed",
    "deck_text",
    "hand_points",
    "layout_text",
    "meld",
    "meld_and_pass",
    "meld_cards",
    "meld_text",
    "next_multiplier",
    "rank_of",
    "read_action",
    "read_card",
    "read_deck",
    "read_position",
    "read_record",
    "read_ruleset",
    "record_of",
    "replay",
    "settle",
    "start",
    "suit_of",
    "verify",
]
