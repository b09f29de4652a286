"""The work of `conquian import`."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import typer

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.inputs import STDIN, json_lines
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.folds import keep_fold
from conquian_tournaments.imported import Import, Unimportable, read_played
from conquian_tournaments.ledger import Entry, Ledger, LedgerError
from conquian_tournaments.report.frame import head_note

_AT_ONCE = 500  # entries; enough for few transactions, little to hold


def import_records(records: str, ledger: Path, *, json: bool) -> None:
    """Write the deals of a file of records into a ledger of their own.

    The file is read twice, so that its records are all verified before anything is written, and
    need not be held.

    Raises:
        BadInput: a record is bad, or the ledger is there already; nothing was written.
    """
    if records == STDIN:
        raise BadInput("RECORDS: must be a file, for it is read twice")
    _check_new(ledger)
    first = Import()
    for _ in _entries(records, first):
        pass
    with _in_place(ledger) as path, Ledger.open_to_write(path) as written:
        written.begin([first.opening(ledger.stem)], {})
        entries = _entries(records, Import())
        while batch := list(islice(entries, _AT_ONCE)):
            written.append(batch)
        keep_fold(written)
        with written.view() as view:
            head = view.head
    _tell(first, ledger, head, json=json)


def _entries(records: str, into: Import) -> Iterator[Entry]:
    for line in json_lines(records):
        try:
            yield into.enter(read_played(line.value()))
        except Unimportable as fault:
            raise BadInput(f"{line.where}: {fault}") from None


def _check_new(ledger: Path) -> None:
    # A write-ahead log that was left behind would be taken for that of the new ledger.
    for path in (ledger, ledger.with_name(f"{ledger.name}-wal")):
        if os.path.lexists(path):
            raise BadInput(f"--ledger: {path} is there already; an import needs a new ledger")


@contextmanager
def _in_place(ledger: Path) -> Iterator[Path]:
    """A file that becomes the ledger when all went well, and is gone if not."""
    path = ledger.with_name(f".{ledger.name}.{secrets.token_hex(4)}")
    try:
        yield path
        _check_new(ledger)
        path.rename(ledger)
    except LedgerError as error:
        raise BadInput(str(error).replace(str(path), str(ledger))) from None
    finally:
        for left in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _tell(imported: Import, ledger: Path, head: str, *, json: bool) -> None:
    if json:
        entrants = [{"id": each.id, "name": each.name} for each in imported.entrants.values()]
        print_json(
            {"head": head, "ledger": str(ledger), "deals": imported.deals, "entrants": entrants}
        )
        return
    deals = "1 deal" if imported.deals == 1 else f"{imported.deals} deals"
    typer.echo(f"{ledger}: {deals} of {len(imported.entrants)} bots; each deal counts by itself")
    typer.echo(head_note(head))
