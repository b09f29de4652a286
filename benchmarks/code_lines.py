"""How many lines of code a bot has: neither blank nor all comment, without SDK and build files.

python benchmarks/code_lines.py
"""

import re
from pathlib import Path

_BLOCKS = re.compile(r"/\*.*?\*/", re.DOTALL)
_DOCSTRINGS = re.compile(r'^\s*""".*?"""\s*$', re.DOTALL | re.MULTILINE)

# The comments of each kind of source file: blocks, and what begins a line that is one.
_COMMENTS = {
    ".awk": (None, "#"),
    ".cpp": (_BLOCKS, "//"),
    ".go": (_BLOCKS, "//"),
    ".java": (_BLOCKS, "//"),
    ".pl": (None, "#"),
    ".py": (_DOCSTRINGS, "#"),
    ".rs": (_BLOCKS, "//"),
    ".ts": (_BLOCKS, "//"),
}
_NOT_ITS_OWN = {"sdk", "node_modules", "target", "build", "dist", "__pycache__"}


def code_lines(folder: Path) -> int:
    """The lines of code of a bot's own source files."""
    files = [path for path in folder.rglob("*") if path.suffix in _COMMENTS]
    own = [path for path in files if not _NOT_ITS_OWN & set(path.relative_to(folder).parts)]
    return sum(map(_lines, own))


def _lines(file: Path) -> int:
    blocks, mark = _COMMENTS[file.suffix]
    text = file.read_text(encoding="utf-8")
    if blocks is not None:
        text = blocks.sub("", text)
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith(mark))


if __name__ == "__main__":
    for bot in sorted((Path(__file__).parents[1] / "bots").iterdir()):
        print(f"{bot.name:20} {code_lines(bot):4}")
