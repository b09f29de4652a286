"""Where `conquian play` puts its deals as they are settled."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from conquian_server.rules import read_record
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.cli.output import print_json
from conquian_tournaments.cli.play_setup import Setup
from conquian_tournaments.cli.screen import print_lines
from conquian_tournaments.report import tell_record
from conquian_tournaments.report.names import printable
from conquian_tournaments.settled import SettledDeal

Outlet: TypeAlias = Callable[[SettledDeal], None]

_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Style:
    """The options of the output, as they were given."""

    show: bool
    as_json: bool
    no_color: bool
    records: Path | None


@contextmanager
def outlet(setup: Setup, style: Style) -> Iterator[Outlet]:
    """What takes each settled deal while a leg is played.

    Raises:
        BadInput: the options can't be used.
    """
    if style.show and style.as_json:
        raise BadInput("--show: goes not with --json")
    with ExitStack() as stack:
        outlets = list(_outlets(setup, style, stack))
        yield lambda deal: _put_out(deal, outlets)


def _put_out(deal: SettledDeal, outlets: list[Outlet]) -> None:
    for put_out in outlets:
        put_out(deal)


def _outlets(setup: Setup, style: Style, stack: ExitStack) -> Iterator[Outlet]:
    names = setup.names
    if style.records is not None:
        yield stack.enter_context(_records_file(style.records, names))
    if style.as_json:
        yield lambda deal: print_json(_deal_object(deal, names))
    elif style.show:
        yield lambda deal: print_lines(_told(deal, names), no_color=style.no_color)
    else:
        yield stack.enter_context(_bar(setup.plan.deal_count))


@contextmanager
def _records_file(path: Path, names: tuple[str, ...]) -> Iterator[Outlet]:
    """Records a line each, and no times: the same seed gives the same bytes."""
    with _named(path):
        stream = path.open("a", encoding="utf-8")

    def write(deal: SettledDeal) -> None:
        with _named(path):
            stream.write(json.dumps(deal.record(names), separators=(",", ":")) + "\n")
            stream.flush()

    try:
        yield write
    finally:
        with _named(path):  # it writes what could not be written before
            stream.close()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"--records: {path}: {error.strerror}") from None


@contextmanager
def _bar(deals: int) -> Iterator[Outlet]:
    """A bar on stderr, where a person looks at it."""
    console = Console(stderr=True)
    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, disable=hidden, transient=True) as progress:
        task = progress.add_task("", total=deals)
        yield lambda _: progress.advance(task)


def _deal_object(deal: SettledDeal, names: tuple[str, ...]) -> dict[str, Any]:
    charges = [[round(each * _MICROSECONDS) for each in seat] for seat in deal.over.charges]
    return {**deal.record(names), "charges": charges, "cause": deal.over.cause or None}


def _told(deal: SettledDeal, names: tuple[str, ...]) -> Iterator[Text]:
    """The deal move by move, from its record, which is so played again."""
    yield Text(f"Deal {deal.over.number}", style="bold")
    yield from tell_record(read_record(deal.record(names)))
    if deal.over.cause:
        yield Text(f"cause: {printable(deal.over.cause)}", style="bold red")
    yield Text()
