"""What it takes to write a bot stays small in every language."""

from pathlib import Path

import pytest
from conquian_server.launcher import find_bot, shipped_bots

from benchmarks.code_lines import code_lines

GREEDY = [name for name in shipped_bots() if name.split("-")[0] == "greedy"]
MOST = 60


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_is_short(name: str) -> None:
    """Without its SDK, no greedy bot has more than 60 lines of code."""
    assert 0 < code_lines(find_bot(name).folder) <= MOST


def test_comments_and_blank_lines_are_no_code(tmp_path: Path) -> None:
    """Only lines of code count, and only those of the bot's own files."""
    (tmp_path / "bot.go").write_text(
        "// What it is.\n\npackage main\n/* so\nso */\nfunc main() {}\n"
    )
    (tmp_path / "bot.py").write_text('"""Doc."""\n\n# why\nx = """a\nb"""\n')
    (tmp_path / "sdk").mkdir()
    (tmp_path / "sdk" / "sdk.go").write_text("package sdk\n")
    assert code_lines(tmp_path) == 2 + 2
