"""What an audit finds, and that it finds nothing where nothing is wrong."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conquian_server.rules import PRESETS, commitment, deck_from_seed, record_of
from conquian_tournaments.audit import Audit, audit
from conquian_tournaments.deal_records import Records
from conquian_tournaments.folds import keep_fold
from conquian_tournaments.imported import Import, read_played
from conquian_tournaments.ledger import Entry, Ledger

from tests.tournaments.actors import deal_over
from tests.tournaments.audit.leagues import (
    FORMATS,
    KNOCKOUT,
    PUBLISHED,
    ROUND_ROBIN,
    SEED,
    SWISS,
    Fields,
    Script,
    write,
)
from tests.tournaments.ledgers import change

Spoil = Callable[[list[Entry]], list[Entry]]


def audited(path: Path, head: str | None = None) -> Audit:
    """The audit of a ledger."""
    with Ledger.open(path) as ledger, ledger.view() as view:
        return audit(view, head=head)


def _found(path: Path, entries: list[Entry]) -> list[str]:
    return [str(finding) for finding in audited(write(path, entries)).findings]


@pytest.fixture(scope="module")
def whole() -> list[Entry]:
    """All entries of a round robin."""
    return [*Script(ROUND_ROBIN).entries, PUBLISHED]


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
@pytest.mark.parametrize("played", FORMATS, ids=lambda played: played["format"])
def test_a_sound_ledger_has_no_findings(path: Path, played: Fields, ruleset: str) -> None:
    """Of a tournament that was played as planned nothing is found, whatever its format."""
    entries = [*Script(played, ruleset).entries, PUBLISHED]
    outcome = audited(write(path, entries))
    assert outcome.findings == ()
    assert (outcome.sound, outcome.finished, outcome.notes) == (True, True, ())
    assert outcome.entries == len(entries)
    assert outcome.deals == sum(entry.kind == "deal" for entry in entries)


@pytest.mark.parametrize("played", FORMATS, ids=lambda played: played["format"])
def test_a_ledger_is_sound_at_every_moment(path: Path, played: Fields) -> None:
    """A tournament that goes on has no findings, after whichever entry; a note says it goes on."""
    entries = Script(played).entries
    for count in range(1, len(entries) + 1):
        outcome = audited(write(path, entries[:count]))
        assert outcome.findings == ()
        assert not outcome.finished
        assert outcome.notes[0].startswith("The tournament is not over")


def test_every_entry_is_told_of(path: Path, whole: list[Entry]) -> None:
    """Who watches an audit is told of each entry."""
    told: list[None] = []
    with Ledger.open(write(path, whole)) as ledger, ledger.view() as view:
        audit(view, on_entry=lambda: told.append(None))
        assert len(told) == view.count == len(whole)


# --- the head ---------------------------------------------------------------------------------


def test_a_published_head_must_be_there(path: Path, whole: list[Entry]) -> None:
    """The ledger's own head is found, an earlier one with a note, and no other."""
    early = audited(write(path, whole[:9])).head
    last = audited(write(path, whole)).head
    assert audited(path, last).notes == ()
    earlier = audited(path, early)
    assert earlier.sound
    assert earlier.notes[0].startswith("The given head is that of entry 9; ")
    (finding,) = audited(path, "0" * 63 + "1").findings
    assert finding.place == "head"


# --- deals ------------------------------------------------------------------------------------


def _with(entries: list[Entry], key: str, **changes: object) -> list[Entry]:
    """The entries with other fields in one of them, in a chain that holds."""
    return [
        Entry(entry.kind, entry.key, {**entry.body, **changes}) if entry.key == key else entry
        for entry in entries
    ]


DEAL = "r0-0v3-a/0"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"actions": "pass*2"}, "its record is not valid: action 2: the deal has not ended"),
        ({"actions": "demand"}, "its record is not valid: action 0"),
        ({"actions": "what"}, "its record is not valid: action 0: 'what' is not an action"),
        ({"actions": None}, "can't be read"),
        ({"result": {"reason": "went_out", "winner": 0, "points": [7, -7]}}, "is not valid"),
        ({"result": {"reason": "luck", "points": [0, 0]}}, "can't be read"),
        ({"seats": ["id-of-ann", "id-of-ben"]}, "others sit at it than its leg says"),
        ({"seats": ["id-of-dan", "id-of-ann"]}, "others sit at it than its leg says"),
        ({"seats": ["id-of-eve", "id-of-dan"]}, "others sit at it than its leg says"),
        ({"charges": [[1]]}, "it has the times of 1 seats, not 2"),
        ({"charges": [[1], [-3]]}, "it has a time that is no number of microseconds"),
        ({"charges": [[1], [0.5]]}, "it has a time that is no number of microseconds"),
        ({"multiplier": 2}, "it gives a multiplier, which follows from the deals before it"),
        ({"deck": 0}, "it gives a deck, which follows from its number"),
    ],
)
def test_a_deal_that_can_t_be_is_found(
    path: Path, whole: list[Entry], changes: Fields, what: str
) -> None:
    """A deal that was written wrongly is found by re-executing it, though the chain holds."""
    found = _found(path, _with(whole, DEAL, **changes))
    assert any(what in finding for finding in found)
    assert found[0].startswith(f"entry 2 (deal {DEAL}): ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ruleset", "hoyle"),
        ("seats", ["ann", "den"]),
        ("dealer", 1),
        ("deck", "the reverse"),
    ],
)
def test_a_whole_record_is_compared(path: Path, field: str, value: object) -> None:
    """A record that is kept whole has the tournament's deck, names, dealer and ruleset."""
    entries = Script(ROUND_ROBIN, ruleset="classic").entries
    with Ledger.open(write(path, entries)) as ledger, ledger.view() as view:
        record = Records(view).of(entries[1])
    if field == "deck":
        value = " ".join(reversed(record["deck"].split(" ")))
    body = {key: entries[1].body[key] for key in ("seats", "charges")}
    whole = Entry("deal", DEAL, {**body, "record": record})
    assert _found(path, [entries[0], whole, *entries[2:]]) == []
    other = Entry("deal", DEAL, {**body, "record": {**record, field: value}})
    found = _found(path, [entries[0], other, *entries[2:]])
    expected = f"entry 2 (deal {DEAL}): its record's {field} is not what the tournament gives it"
    assert expected in found


# --- the schedule -----------------------------------------------------------------------------


def _without(*keys: str) -> Spoil:
    return lambda entries: [entry for entry in entries if entry.key not in keys]


def _renamed(kind: str, key: str, other: str) -> Spoil:
    return lambda entries: [
        Entry(kind, other, entry.body) if (entry.kind, entry.key) == (kind, key) else entry
        for entry in entries
    ]


def _added(kind: str, key: str, body: Fields) -> Spoil:
    return lambda entries: [*entries[:-1], Entry(kind, key, body), entries[-1]]


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (_without("r0-0v3-a/2"), "deal r0-0v3-a/2: is missing; its leg is over"),
        (_without("r0-0v3-a"), "leg r0-0v3-a: is not over, though the seed is published"),
        (_renamed("deal", DEAL, "r0-0v3-a/7"), "deal r0-0v3-a/7: is not planned"),
        (_renamed("deal", DEAL, "r7-0v3-a/0"), "leg r7-0v3-a: is not planned"),
        (_renamed("deal", DEAL, "r0-0v9-a/0"), "it is of no pairing of these entrants"),
        (_added("leg", "r3-0v1-a", {"end": "played"}), "leg r3-0v1-a: is not planned"),
        (_added("unplayable", "r3-0v1-a", {"why": "no"}), "leg r3-0v1-a: is not planned"),
        (_added("leg", "x", {"end": "soon"}), "does not say how the leg ended"),
        (_added("unplayable", "r0-0v3-a", {}), "does not say why"),
        (_added("gossip", "", {}), "is of a kind that no tournament has"),
        (_added("tournament", "2", {}), "is not the first entry"),
        (lambda entries: [*entries[:-2], *entries[:-3:-1]], "published before the last entry"),
    ],
)
def test_what_was_not_planned_is_found(
    path: Path, whole: list[Entry], spoil: Spoil, what: str
) -> None:
    """What is missing, and what is there that should not be, is found."""
    assert any(what in finding for finding in _found(path, spoil(whole)))


def test_a_leg_that_is_set_aside_may_be_half_played(path: Path, whole: list[Entry]) -> None:
    """A leg that could not be played misses no deals."""
    kept = [entry for entry in whole if entry.key not in ("r0-0v3-a/1", "r0-0v3-a")]
    aside = Entry("unplayable", "r0-0v3-a", {"why": "no memory"})
    assert _found(path, [*kept[:-1], aside, kept[-1]]) == []


def test_a_knockout_ends_when_it_is_decided(path: Path) -> None:
    """Deals that a decided match did not want are found, and those that it still wants too."""
    entries = [*Script(KNOCKOUT).entries, PUBLISHED]
    decks = Counter(entry.key.partition("/")[0] for entry in entries if entry.kind == "deal")
    assert len(set(decks.values())) > 1
    leg = min(decks, key=lambda leg: decks[leg])
    first = next(entry for entry in entries if entry.key == f"{leg}/0")
    more = Entry("deal", f"{leg}/{decks[leg]}", first.body)
    found = _found(path, [*entries[:-1], more, entries[-1]])
    assert f"deal {more.key}: came after its match was decided" in found
    fewer = [entry for entry in entries if entry.key != f"{leg}/{decks[leg] - 1}"]
    assert f"deal {leg}/{decks[leg] - 1}: is missing; its leg is over" in _found(path, fewer)


def test_another_draw_is_found(path: Path) -> None:
    """A Swiss round whose pairings were not those that its outcomes make is found."""
    entries = [*Script(SWISS).entries, PUBLISHED]
    later = sorted({entry.key.rpartition("-")[0] for entry in entries if entry.key[:2] == "r1"})
    first, second = (pairing[3:].split("v") for pairing in later)
    other = f"r1-{first[0]}v{second[0]}"
    renamed = [
        Entry(entry.kind, entry.key.replace(later[0], other), entry.body) for entry in entries
    ]
    found = _found(path, renamed)
    assert f"leg {other}-a: is not planned" in found
    assert f"leg {later[0]}-a: is not over, though the seed is published" in found


# --- seed and opening -------------------------------------------------------------------------


def test_another_seed_is_found(path: Path, whole: list[Entry]) -> None:
    """A seed that was not committed to is found, published or kept; so is that none is known."""
    published = [*whole[:-1], Entry("seed", "", {"seed": "other"})]
    assert "seed that is published: was not committed to" in _found(path, published)
    kept = audited(write(path, whole, seed="other"))
    assert [str(finding) for finding in kept.findings] == [
        "seed that is kept: was not committed to"
    ]
    unknown = audited(write(path, whole[:3], seed=None))
    assert [str(finding) for finding in unknown.findings] == [
        "seed: is not known, so neither records nor the schedule can be checked"
    ]
    assert audited(write(path, whole, seed=None)).sound


def test_another_commitment_is_found(path: Path, whole: list[Entry]) -> None:
    """Decks of a seed that was not committed to are found, though every record is valid."""
    opening = Entry("tournament", "", {**whole[0].body, "commitment": commitment("other")})
    found = _found(path, [opening, *whole[1:]])
    assert "seed that is published: was not committed to" in found


@pytest.mark.parametrize(
    "body", [{}, {"format": "luck"}, {"format": "round-robin"}, {"entrants": []}]
)
def test_an_opening_that_can_t_be_read_is_found(
    path: Path, whole: list[Entry], body: Fields
) -> None:
    """A ledger that does not say what is played is a finding, and the rest is still looked at."""
    fields = {**whole[0].body, **body} if body else {}
    if body == {"format": "round-robin"}:
        del fields["decks"]
    found = _found(path, [Entry("tournament", "", fields), *whole[1:], Entry("gossip", "", {})])
    assert any(finding.startswith(("opening: ", "schedule: ")) for finding in found)
    assert any("(gossip): is of a kind that no tournament has" in finding for finding in found)
    assert SEED not in str(found)


# --- imported deals ---------------------------------------------------------------------------


def _imported() -> list[Entry]:
    """Deals that were played elsewhere, two of them drawn and one forfeited among them."""
    found = Import()
    deals = []
    for number in range(12):
        over = deal_over(PRESETS["hoyle"], deck_from_seed("elsewhere", number), number)
        record = record_of(over.position, ["ann", "ben"], multiplier=1 + number % 2)
        deals.append(found.enter(read_played(record)))
    return [found.opening("imported"), *deals]


def test_an_import_is_audited(path: Path) -> None:
    """Of imported deals nothing is found; they have no seed and no schedule."""
    outcome = audited(write(path, _imported(), seed=None))
    assert (outcome.findings, outcome.finished, outcome.deals) == ((), True, 12)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"multiplier": 0}, "its multiplier is 0"),
        ({"multiplier": "2"}, "its multiplier is '2'"),
        ({"deck": 3}, "it says that it has another deck than it has"),
        ({"seats": ["nobody", "no one"]}, "its record's seats is not what the tournament gives"),
        ({"record": {}}, "can't be read"),
    ],
)
def test_a_spoiled_import_is_found(path: Path, changes: Fields, what: str) -> None:
    """An imported deal is re-executed too, and what is told of it compared."""
    found = _found(path, _with(_imported(), "r0-0v1-a/3", **changes))
    assert any(what in finding for finding in found)


# --- tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"units":[', '"units":[1', "what is kept of them is not what deals say"),
        ('"microseconds":', '"microseconds":1', "what is kept of them is not what deals say"),
        ('"deck_halves":[', '"deck_halves":[1', "what is kept of them is not what deals say"),
        ('"running":[', '"running":[,', "what is kept of its tables is damaged"),
    ],
)
def test_a_table_that_was_changed_is_found(
    path: Path, whole: list[Entry], old: str, new: str, what: str
) -> None:
    """Tables that are kept for speed are computed anew and compared."""
    with Ledger.open_to_write(write(path, whole[:20])) as ledger:
        keep_fold(ledger)
        ledger.append(whole[20:])
    assert audited(path).sound
    change(path, "UPDATE folds SET body = replace(body, ?, ?)", old, new)
    (finding,) = audited(path).findings
    assert finding.place == "tables"
    assert what in finding.what
