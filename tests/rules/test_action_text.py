"""Actions in text (docs/rules.md section 11)."""

from random import Random

import pytest
from conquian_server import rules
from conquian_server.rules import Action, IllegalAction, Kind, Unreadable
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.mutations import shuffled_text
from tests.rules.reference_melds import CARDS
from tests.rules.scenes import cards, refusal_text

CANONICAL = [
    "pass",
    "demand",
    "waive",
    "meld 5S5H5D/6S7SJS x KC",
    "meld 6S6D6C/JSJHJDJC/2H3H4H5H",
    "meld 2H3H4H pass",
    "meld QSKSAS x 2D",
    "meld AS2S3S4S5S6S7SJSQSKS",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text(text):
    """Canonical text is read, and written again as it was (section 11)."""
    assert str(rules.read_action(text)) == text


def test_parts():
    """An action has a kind, the whole new layout, and the discard if there is one (section 11)."""
    action = rules.read_action("meld 5S5H5D/6S7SJS x KC")
    assert action == (Kind.MELD, (cards("5S 5H 5D"), cards("6S 7S JS")), rules.read_card("KC"))
    action = rules.read_action("meld 2H3H4H pass")
    assert action == (Kind.MELD_PASS, (cards("2H 3H 4H"),), None)
    assert rules.read_action("waive") == rules.WAIVE


@pytest.mark.parametrize("meld", [0, -1, 1 << 40])
@pytest.mark.parametrize(
    "write",
    [
        lambda meld: rules.meld([meld]),
        lambda meld: rules.meld_and_pass([cards("5S 5H 5D"), meld]),
        lambda meld: str(Action(Kind.MELD, (meld,))),
    ],
)
def test_no_cards_are_no_meld(write, meld):
    """A meld without cards, or with others than the forty, can't be written (section 11)."""
    with pytest.raises(Unreadable, match="its cards are some of the forty"):
        write(meld)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("meld 5D5S5H x KC", "meld 5S5H5D x KC"),
        ("meld 6S7SJS/5S5H5D x KC", "meld 5S5H5D/6S7SJS x KC"),
        ("meld KS3S2S", "meld 2S3SKS"),
        ("meld ASKSQS x 2D", "meld QSKSAS x 2D"),
        ("meld ASKSQSJS", "meld JSQSKSAS"),
        ("meld 3S2SAS pass", "meld AS2S3S pass"),
        ("meld KSQSJS7S6S5S4S3S2SAS", "meld AS2S3S4S5S6S7SJSQSKS"),
        # A high ace is written last, so its meld stands where its first card does.
        ("meld QSKSAS/2S3S4S x 2D", "meld 2S3S4S/QSKSAS x 2D"),
        ("meld QSKSAS/5S6S7S/ADACAH x 2D", "meld 5S6S7S/QSKSAS/AHADAC x 2D"),
    ],
)
def test_any_order_is_read(written, canonical):
    """Cards and melds in any order are read, and written canonically (section 11)."""
    assert str(rules.read_action(written)) == canonical
    assert rules.read_action(written) == rules.read_action(canonical)


@given(
    st.permutations(CARDS),
    st.lists(st.integers(1, 6), min_size=1, max_size=6),
    st.sampled_from(["x", "pass", ""]),
    st.integers(0, 2**32),
)
def test_order_never_matters(order, sizes, ending, seed):
    """Actions are the same when their canonical texts are, melds valid or not (section 11)."""
    pile = list(order)
    melds = [rules.card_set(map(rules.read_card, (pile.pop() for _ in range(n)))) for n in sizes]
    discard = rules.read_card(pile.pop()) if ending == "x" else None
    action = rules.meld_and_pass(melds) if ending == "pass" else rules.meld(melds, discard)
    shuffled = shuffled_text(action, Random(seed))
    assert rules.read_action(shuffled) == action
    assert str(rules.read_action(shuffled)) == str(action) == str(rules.read_action(str(action)))


@pytest.mark.parametrize(
    "text",
    ["", " ", "PASS", "Pass", "pass ", " pass", "pass\n", "fold", "meld", "meld ", "meld x KC",
     "meld 5s5h5d", "meld 5S 5H 5D", "meld 5S5H5D/", "meld /5S5H5D", "meld 5S5H5D//6S7SJS",
     "meld  5S5H5D", "meld 5S5H5D  x KC", "meld 5S5H5D x", "meld 5S5H5D x KCKD",
     "meld 5S5H5D x KC pass", "meld 5S5H5D pass x KC", "meld 5S5H5D demand", "meld 5S5H5",
     "meld 5S5H8D", "meld 5S5H5D xKC", "meld 5S5H5D X KC", "Meld 5S5H5D", "meld 5♠5♥5♦",
     "meld 5S5H5D\n", "meld 5S5H5D x KC\n", "demand waive", "pass/5S5H5D", "\ud800", "meld " * 9999,
     "meld " + "5S" * 100_000 + "?"],
    ids=lambda text: ascii(text)[:30],
)  # fmt: skip
def test_unreadable(text):
    """Any other text is no action; the error is short (section 11)."""
    with pytest.raises(Unreadable) as caught:
        rules.read_action(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text",
    ["meld 5S5S5H", "meld 5S5H5D/5S6S7S x KC", "meld 5S5H5D/5S5H5D", "meld 2S2S2S2S", "meld ASAS",
     "meld KSKS/AHAH", "meld 5S5H5D5D pass", "meld " + "5S" * 100_000],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_a_card_named_twice(text):
    """A card named twice makes an action illegal (section 11)."""
    with pytest.raises(IllegalAction) as caught:
        rules.read_action(text)
    assert caught.value.code == "card_named_twice"


@given(
    st.text()
    | st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape"))
    | st.text("meld pas5SHDCKQ/x wv", max_size=30)
    | st.lists(st.sampled_from([*CARDS, "/", " ", "meld ", " x ", " pass", "x"])).map("".join)
)
def test_any_text(text):
    """Whatever text is given is an action or refused in a few words (section 11)."""
    assert len(refusal_text(rules.read_action, text)) < 200
    assert len(refusal_text(rules.read_action, f"meld {text}")) < 200
