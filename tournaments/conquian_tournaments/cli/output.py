"""What commands print for programs."""

import json
from collections.abc import Mapping

import typer


def print_json(value: Mapping[str, object]) -> None:
    """Print a JSON object as one line, at once; in ASCII, which every terminal and pipe carries."""
    typer.echo(json.dumps(value, allow_nan=False))


def with_id(given: object, answer: Mapping[str, object]) -> Mapping[str, object]:
    """The answer to a JSON object, with the object's `id` in front if it has one."""
    if isinstance(given, dict) and "id" in given:
        return {"id": given["id"], **answer}
    return answer
