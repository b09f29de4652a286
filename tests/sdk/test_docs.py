"""What docs/python.md says that a bot has is what it has."""

import re
from pathlib import Path

import conquian
import pytest
from conquian import testing
from conquian.deals import Deal, Leg

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")

SEEN = testing.observation(hand="5S 5H KC", faced="5D", options=["5S5H5D"])


def listed(heading: str) -> list[str]:
    """The names in the first column of the page's table with that heading."""
    (table,) = re.findall(rf"^\| `{heading}` \| \|\n(.+?)\n\n", PAGE, re.M | re.S)
    cells = [row.split("|")[1] for row in table.splitlines()[1:]]
    return [re.sub(r"^self\.|\(.*\)$", "", name) for name in re.findall(r"`(.+?)`", "".join(cells))]


def public(*dictionaries: object) -> list[str]:
    """All names in the dictionaries that are no private ones."""
    names = {name for each in dictionaries for name in each}
    return sorted(name for name in names if not name.startswith("_"))


@pytest.mark.parametrize(
    ("heading", "has"),
    [
        (r"seen\.", public(vars(conquian.Observation), vars(SEEN))),
        (r"option\.", public(vars(conquian.Option), vars(SEEN.options[0]))),
        (r"card\.", public(vars(conquian.Card))),
        (r"Bot\.", public(vars(conquian.Bot), conquian.Bot.__annotations__)),
    ],
)
def test_the_tables_name_all_that_there_is(heading, has):
    """Each table of the guide has every public attribute of its class, and no other."""
    assert sorted(listed(heading)) == has


def test_what_is_named_in_the_tables_cells_exists():
    """What the guide says of a deal, its leg and its end is there."""
    (deal,) = re.findall(r"`self\.deal` \| its (.+?), and `leg` \((.+?)\)", PAGE)
    (end,) = re.findall(r"`ended\(end\)` \| (.+)", PAGE)
    of_deal, of_leg = (set(re.findall(r"`(\w+)`", text)) for text in deal)
    assert of_deal | {"leg"} == set(Deal.__slots__)
    assert of_leg <= set(Leg.__slots__)
    assert set(re.findall(r"`(?:end)?\.(\w+)`", end)) <= set(conquian.DealEnd.__slots__)


def test_the_defaults_are_as_said():
    """What the guide says of attributes that are left out is so."""
    assert (conquian.Bot.version, conquian.Bot.deals_at_once) == ("0", 32)
    assert '`version` | `"0"` if left out' in PAGE
    assert "side by side; 32 if left out" in PAGE
