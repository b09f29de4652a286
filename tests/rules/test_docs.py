"""What docs/rules.md shows is what the engine does."""

import doctest
import json
import re
from pathlib import Path

import pytest
from conquian_server import rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_examples():
    """The page's examples give what it says (all sections)."""
    result = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted > 10
    assert result.failed == 0


def table():
    """The rows of section 3: the field, its values, and each preset's value."""
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$", PAGE.read_text(), re.M)
    return {field: (values, presets) for field, values, *presets in rows}


def read(cell):
    """A value of the table."""
    return json.loads(cell) if re.fullmatch(r"\d+|true|false", cell) else cell


@pytest.mark.parametrize("name", rules.PRESETS)
def test_presets(name):
    """The page's table has every field of each preset (section 3)."""
    column = list(rules.PRESETS).index(name)
    written = {field: read(presets[column]) for field, (_, presets) in table().items()}
    assert written == rules.PRESETS[name].as_object()


def test_values():
    """Each value in the page's table is one that its field takes (section 3)."""
    for field, (values, _) in table().items():
        if " to " in values:
            low, high = map(int, values.split(" to "))
            for wrong in (low - 1, high + 1):
                with pytest.raises(rules.BadConfiguration, match=field):
                    rules.read_ruleset({"base": "classic", field: wrong})
        elif field != "goal":
            for value in values.replace("`", "").split(", "):
                assert rules.read_ruleset({"base": "classic", field: read(value)})


def test_package_example():
    """The example in the package's own documentation gives what it says."""
    assert doctest.testmod(rules).failed == 0
    assert doctest.testmod(rules).attempted > 3
