"""Decks from a seed (docs/rules.md section 10); the check values are in test_vectors."""

import hashlib
from collections import Counter

import pytest
from conquian_server import rules
from conquian_server.rules import BadConfiguration
from hypothesis import given
from hypothesis import strategies as st


def plain_deck(seed: str, deal: int, *, refuse: bool = True) -> list[int]:
    """The procedure of section 10 word for word, on one long stream; or without its refusals."""
    stream = b"".join(
        hashlib.sha256(f"{seed}:{deal}:{block}".encode()).digest() for block in range(10)
    )
    words = iter(int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4))
    deck = list(range(40))
    for i in range(39, 0, -1):
        n = i + 1
        w = next(words)
        while refuse and not w < 2**32 - (2**32 % n):
            w = next(words)
        deck[i], deck[w % n] = deck[w % n], deck[i]
    return deck


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 10**30))
def test_any_seed_and_deal(seed, deal):
    """Seed and deal number give the deck of the written procedure (section 10)."""
    deck = rules.deck_from_seed(seed, deal)
    assert list(deck) == plain_deck(seed, deal)
    assert sorted(deck) == list(range(40))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_commitment(seed):
    """The commitment is the SHA-256 of "conquian-seed:" and the seed, in hex (section 10)."""
    assert rules.commitment(seed) == hashlib.sha256(f"conquian-seed:{seed}".encode()).hexdigest()


def test_refused_words():
    """A word past the last whole multiple of n is refused, here one that matters (section 10)."""
    seed, deal = "open/refused word", 36242680
    assert list(rules.deck_from_seed(seed, deal)) == plain_deck(seed, deal)
    assert plain_deck(seed, deal) != plain_deck(seed, deal, refuse=False)


def test_decks_of_a_seed_differ():
    """Deals of one seed, and one deal of many seeds, have decks of their own (section 10)."""
    assert len({rules.deck_from_seed("a", deal) for deal in range(500)}) == 500
    assert len({rules.deck_from_seed(f"a{i}", 0) for i in range(500)}) == 500


def test_every_card_comes_everywhere():
    """Over many deals each card is first, and last, about equally often (section 10)."""
    decks = [rules.deck_from_seed("even", deal) for deal in range(4000)]
    for place in (0, 20, 39):
        counts = Counter(deck[place] for deck in decks)
        squares = sum((counts[card] - 100) ** 2 / 100 for card in range(40))
        assert squares < 80  # chi-square with 39 degrees of freedom: p of about 0.0001


@pytest.mark.parametrize("deal", [-1, -(10**30)])
def test_deals_are_numbered_from_zero(deal):
    """A negative deal number is refused (section 10)."""
    with pytest.raises(BadConfiguration) as caught:
        rules.deck_from_seed("a", deal)
    assert caught.value.field == "deal"


def test_seeds_are_text():
    """A seed that can't be written in UTF-8 is refused (section 10)."""
    for read in (rules.commitment, lambda seed: rules.deck_from_seed(seed, 0)):
        with pytest.raises(BadConfiguration) as caught:
            read("\ud800")
        assert caught.value.field == "seed"
