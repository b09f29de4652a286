"""The audit of a whole ledger."""

from collections.abc import Callable

from conquian_server.rules import BadConfiguration, commitment

from conquian_tournaments.audit.chain import ChainCheck
from conquian_tournaments.audit.entries import EntryCheck
from conquian_tournaments.audit.findings import Audit, Finding
from conquian_tournaments.audit.schedule import ScheduleCheck, read_plan
from conquian_tournaments.deal_records import Records
from conquian_tournaments.folds import DamagedFoldError, folded_anew, folded_on
from conquian_tournaments.kinds import SEED
from conquian_tournaments.ledger import LedgerError, View
from conquian_tournaments.opening import published_seed


def audit(
    view: View, *, head: str | None = None, on_entry: Callable[[], object] = lambda: None
) -> Audit:
    """Check a ledger.

    Args:
        view: the ledger.
        head: a head that was published, which must be found in the chain; None looks for none.
        on_entry: called after each entry.

    Raises:
        LedgerError: the file can't be read. What is wrong with what is read is a finding.
    """
    auditor = _Auditor(view, head)
    auditor.check_file()
    auditor.check_entries(on_entry)
    auditor.check_end()
    auditor.check_seed()
    auditor.check_schedule()
    auditor.check_tables()
    return auditor.outcome()


class _Auditor:
    """Gathers the findings of all checks."""

    def __init__(self, view: View, head: str | None) -> None:
        self._view = view
        self._findings: list[Finding] = []
        self._notes: list[str] = []
        self._records = self._read_records()
        self._chain = ChainCheck(head)
        self._entries = EntryCheck(view, self._records)

    def check_file(self) -> None:
        """What the database itself knows of its file, such as an index that misses an entry."""
        if damage := self._view.damage():
            self._findings.append(Finding("file", damage))

    def check_entries(self, on_entry: Callable[[], object]) -> None:
        """Each entry in its place."""
        for link in self._view.links():
            self._findings += self._chain.see(link)
            self._findings += self._entries.see(link)
            on_entry()

    def check_end(self) -> None:
        """The end of the chain."""
        self._findings += self._chain.end()
        self._notes += self._chain.notes()
        if self._entries.seed_at not in (None, self._chain.number):
            self._findings.append(Finding("seed", "is published before the last entry"))

    def check_seed(self) -> None:
        """The seed, kept and published, is the one that was committed to."""
        if self._records is None or self._records.opening.imported:
            return
        committed = self._records.opening.commitment
        kept, published = self._view.secret(SEED), published_seed(self._view)
        for seed, which in ((kept, "that is kept"), (published, "that is published")):
            if seed is not None and _commitment(seed) != committed:
                self._findings.append(Finding(f"seed {which}", "was not committed to"))
        if kept is None and published is None:
            what = "is not known, so neither records nor the schedule can be checked"
            self._findings.append(Finding("seed", what))

    def check_schedule(self) -> None:
        """All that is planned, and nothing else."""
        if self._records is None or self._records.opening.imported or self._records.seed is None:
            return
        try:
            plan = read_plan(self._view, self._records)
        except LedgerError as error:
            self._findings.append(Finding("schedule", str(error)))
            return
        check = ScheduleCheck(plan, self._entries.played, finished=self._finished)
        self._findings += check.walk()
        if not self._finished:
            self._notes.append(
                f"The tournament is not over: {check.open} matches at least are to be played."
            )

    def check_tables(self) -> None:
        """The tables that are kept for speed are those that the deals come to."""
        try:
            kept = folded_on(self._view)
        except DamagedFoldError as error:
            self._findings.append(Finding("tables", str(error)))
            return
        except LedgerError:
            return  # what it could not read is found already
        if kept is not None and kept != folded_anew(self._view):
            self._findings.append(Finding("tables", "what is kept of them is not what deals say"))

    def outcome(self) -> Audit:
        """All of it."""
        return Audit(
            head=self._chain.head,
            entries=self._chain.number,
            deals=self._entries.deal_count,
            finished=self._finished,
            findings=tuple(self._findings),
            notes=tuple(self._notes),
        )

    @property
    def _finished(self) -> bool:
        imported = self._records is not None and self._records.opening.imported
        return imported or self._entries.seed_at is not None

    def _read_records(self) -> Records | None:
        try:
            return Records(self._view)
        except LedgerError as error:
            self._findings.append(Finding("opening", str(error)))
            return None


def _commitment(seed: str) -> str | None:
    try:
        return commitment(seed)
    except BadConfiguration:
        return None
