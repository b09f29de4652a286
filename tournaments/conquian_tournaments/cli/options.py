"""Arguments and options that several commands have."""

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
