"""docs/json.md, which tests hold what commands print against."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[1] / "docs" / "json.md").read_text(encoding="utf-8")
COMMON = "Every table of a ledger"

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
# Objects whose keys are not fields.
_MAPS = re.compile(r"(^|.*[.\]])(unplayable|faults|faults\[\]|limits)")

Field = tuple[str, str]


def documented(*headings: str) -> set[Field]:
    """The fields of the page's sections whose headings begin so, each with each of its types."""
    return {field for heading in headings for field in _rows(heading)}


def printed(examples: Iterable[Any]) -> set[Field]:
    """The fields of JSON objects with their types."""
    return {field for each in examples for field in _fields(json.loads(json.dumps(each)))}


def _rows(heading: str) -> Iterator[Field]:
    (section,) = re.findall(rf"^## {re.escape(heading)}.*?$(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    for field, types in re.findall(r"^\| `(\S+)` \| ([a-z ]+) \|.*\|$", section, re.M):
        for type_ in types.split(" or "):
            yield field, type_


def _fields(value: Any, path: str = "") -> Iterator[Field]:
    if isinstance(value, list):
        for each in value:
            if not isinstance(each, list):
                yield f"{path}[]", "object" if isinstance(each, dict) else _TYPES[type(each)]
            yield from _fields(each, f"{path}[]")
    elif isinstance(value, dict) and path.rpartition(".")[2] in ("ruleset", "record"):
        yield path, "object"  # the rules say what is in it
    elif isinstance(value, dict):
        for key, each in value.items():
            at = f"{path}.*" if _MAPS.fullmatch(path) else f"{path}.{key}".removeprefix(".")
            yield from _fields(each, at)
    elif not path.endswith("[]"):
        yield path, _TYPES[type(value)]
