"""The ledger: what stands in it stands, once and as it was written."""

import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa
from conquian_tournaments.ledger import Entry, Ledger, LedgerError, verify_chain

from tests.tournaments.ledgers import DEALS, OPENING, deals_of, head_of

# --- entries ----------------------------------------------------------------------------------


def test_what_is_written_is_read(closed: Path) -> None:
    """A ledger gives back its entries in their order, one by its key, and what it keeps beside."""
    with Ledger.open(closed) as ledger, ledger.view() as view:
        assert list(view.entries("tournament")) == [OPENING]
        assert list(view.entries("deal")) == DEALS
        assert view.entry("deal", DEALS[5].key) == DEALS[5]
        assert view.entry("deal", "r0-0v1-a/9") is None
        assert set(view.keys("deal")) == {deal.key for deal in DEALS}
        assert (view.secret("seed"), view.secret("other")) == ("secret", None)


def test_a_fact_stands_once(ledger: Ledger) -> None:
    """A second entry of a kind and key changes nothing; what is new beside it is written."""
    again = Entry("deal", DEALS[0].key, {"points": [99, 99]})
    new = Entry("leg", DEALS[0].key, {})
    ledger.append([again, new, Entry("leg", new.key, {"second": True})])
    assert deals_of(ledger) == DEALS
    with ledger.view() as view:
        assert list(view.entries("leg")) == [new]
        assert len(list(view.links())) == len(DEALS) + 2
        verify_chain(view)


def test_a_long_batch_is_looked_up_whole(ledger: Ledger) -> None:
    """A batch of any length is compared with what is there, entry by entry."""
    many = [Entry("deal", f"r0-0v1-b/{number}", {}) for number in range(2500)]
    ledger.append(many[::2])
    ledger.append(many)
    with ledger.view() as view:
        assert sorted(view.keys("deal")) == sorted(entry.key for entry in (*DEALS, *many))
        verify_chain(view)


def test_what_json_lacks_is_not_written(ledger: Ledger) -> None:
    """A body that JSON can't tell is refused, and nothing of its batch is written."""
    head = head_of(ledger)
    with pytest.raises(ValueError, match="not JSON compliant"):
        ledger.append([Entry("leg", "a", {}), Entry("leg", "b", {"seconds": float("nan")})])
    assert head_of(ledger) == head


def test_a_view_is_one_moment(ledger: Ledger) -> None:
    """What is added while a reader looks does not change what it sees, head and entries alike."""
    with Ledger.open(ledger.path) as reader, reader.view() as view:
        head = view.head
        ledger.append([Entry("leg", "r0-0v1-a", {})])
        assert view.head == head
        assert view.entry("leg", "r0-0v1-a") is None
    assert head_of(ledger) != head


def test_entries_by_the_beginning_of_their_keys(ledger: Ledger) -> None:
    """A prefix means itself to the letter, and none means all of the kind."""
    keys = ["a%b/1", "a_b/2", "axb/3", "a/b/4", "axb/10"]
    ledger.append([Entry("thing", key, {}) for key in keys])
    with ledger.view() as view:
        for prefix in ("", "a", "a%", "a_b", "a/", "axb/1", "b", "%"):
            found = [entry.key for entry in view.entries("thing", prefix=prefix)]
            assert found == [key for key in keys if key.startswith(prefix)]
            assert view.has("thing", prefix=prefix) is bool(found)
        assert not view.has("other", prefix="a")


# --- beginning --------------------------------------------------------------------------------


def test_a_ledger_begins_whole_or_not_at_all(tmp_path: Path) -> None:
    """Killed at any step of its beginning, a ledger is there with all it needs, or begins again."""
    path = tmp_path / "live" / "league.ledger"
    path.parent.mkdir()
    moments: list[Path] = []

    def keep_moment(*_: object) -> None:
        # What a kill leaves is what the system has of the files at that moment.
        moments.append(tmp_path / f"moment{len(moments)}")
        shutil.copytree(path.parent, moments[-1])

    sa.event.listen(sa.Engine, "before_cursor_execute", keep_moment)
    sa.event.listen(sa.Engine, "commit", keep_moment)
    try:
        with Ledger.open_to_write(path) as ledger:
            keep_moment()
            ledger.begin([OPENING], {"seed": "secret"})
            keep_moment()
            whole = head_of(ledger)
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", keep_moment)
        sa.event.remove(sa.Engine, "commit", keep_moment)

    begun = [_begin_again(moment / path.name, whole) for moment in moments]
    assert len(begun) > 8
    assert begun == sorted(begun)
    assert set(begun) == {False, True}


def _begin_again(path: Path, whole: str) -> bool:
    """Whether the ledger had begun; if not, it begins here, and in any case it is whole then."""
    with Ledger.open_to_write(path) as ledger:
        begun = ledger.begun
        if not begun:
            ledger.begin([OPENING], {"seed": "secret"})
        with ledger.view() as view:
            assert view.secret("seed") == "secret"
            assert view.head == whole
        return begun


def test_a_ledger_begins_once(ledger: Ledger) -> None:
    """A ledger that has begun can't begin again."""
    head = head_of(ledger)
    with pytest.raises(LedgerError, match="already exists"):
        ledger.begin([OPENING], {"seed": "another"})
    assert head_of(ledger) == head
