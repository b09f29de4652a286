"""The work of `conquian audit`."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conquian_tournaments.audit import Audit, audit
from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.ledgers import open_ledger_of
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.report.names import printable

_HEAD = re.compile("[0-9a-f]{64}")


def audit_file(file: Path, head: str | None, *, json: bool) -> bool:
    """Audit a ledger, print what is found, and return whether it is sound.

    Raises:
        BadInput: `head` can't be one.
    """
    if head is not None and not _HEAD.fullmatch(head):
        raise BadInput("--head: a head has 64 hexadecimal digits, in lower case")
    with open_ledger_of(file) as ledger, ledger.view() as view, _bar(view.count) as advance:
        outcome = audit(view, head=head, on_entry=advance)
    if json:
        print_json(audit_object(outcome))
    else:
        _print(outcome)
    return outcome.sound


def audit_object(outcome: Audit) -> dict[str, object]:
    """An audit as a JSON object."""
    return {
        "sound": outcome.sound,
        "head": outcome.head,
        "entries": outcome.entries,
        "deals": outcome.deals,
        "finished": outcome.finished,
        "findings": [{"place": each.place, "what": each.what} for each in outcome.findings],
        "notes": list(outcome.notes),
    }


def _print(outcome: Audit) -> None:
    for finding in outcome.findings:
        typer.echo(printable(str(finding)))
    found = len(outcome.findings)
    verdict = "sound" if outcome.sound else f"{found} finding{'s' if found > 1 else ''}"
    typer.echo(f"{outcome.entries} entries, {outcome.deals} deals: {verdict}")
    for note in outcome.notes:
        typer.echo(note)
    typer.echo(f"Ledger head: {outcome.head}")


@contextmanager
def _bar(entries: int) -> Iterator[Callable[[], object]]:
    """A bar on stderr, where a person looks at it; what is yielded moves it on."""
    console = Console(stderr=True, highlight=False)
    columns = (
        TextColumn("auditing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("entries,"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=entries)
        yield lambda: progress.advance(task)
