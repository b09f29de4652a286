"""The vectors of tests/vectors, computed by another implementation of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    """The entries of a file of the folder: a JSON list, or an object a line."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    return list(json.loads(text))


def each(name: str) -> pytest.MarkDecorator:
    """Run a test with each entry of a file, as `entry`, named by its id or its number."""
    entries = vectors(name)
    ids = [entry.get("id", f"{number}") for number, entry in enumerate(entries)]
    return pytest.mark.parametrize("entry", entries, ids=ids)
