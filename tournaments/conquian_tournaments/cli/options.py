"""Arguments and options that several commands have."""

import re
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
NoColor: TypeAlias = Annotated[
    bool, typer.Option("--no-color", help="No colours; so does the variable NO_COLOR.")
]
LedgerFile: TypeAlias = Annotated[
    Path, typer.Argument(help="The tournament's TOML file, or its ledger.")
]
UnsafeNoSandbox: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--unsafe-no-sandbox",
        help="Run strangers' bots all the same where no sandbox can hold them.",
    ),
]

_LONGEST = 100  # digits; Python refuses only thousands


def whole(given: str | int) -> int:
    """A whole number in plain digits; Python's own reading takes `1_0` and other scripts' digits.

    Raises:
        BadParameter: it is none.
    """
    text = str(given)  # an option's default comes as the number that it is
    if not re.fullmatch(rf"-?[0-9]{{1,{_LONGEST}}}", text):
        raise typer.BadParameter(f"{text[:_LONGEST]!r} is not a whole number.")
    return int(text)
