"""The committed code of the contract in other languages is what their generators make of it now.

C++ and Java make theirs in each build.
"""

import sys
from pathlib import Path

import pytest

from tests.sdk.laid import laid, run

SDKS = Path(__file__).parents[2] / "client_sdk"
GENERATORS = {
    "go": (f"go version && PROTOC='{sys.executable} -m grpc_tools.protoc' ./generate.sh", "v1"),
    "rust": ("cargo run --quiet --manifest-path generate/Cargo.toml", "src/v1.rs"),
    "typescript": ("npm --version && ./generate.sh", "src/proto"),
}


def contents(root: Path, name: str) -> dict[str, bytes]:
    """A file, or the files of a folder, by their names."""
    given = root / name
    files = [given] if given.is_file() else [path for path in given.rglob("*") if path.is_file()]
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


@pytest.mark.parametrize("language", GENERATORS)
def test_generated_code_is_fresh(language: str) -> None:
    """The generator changes no byte of what is committed, adds no file and leaves none out."""
    command, made = GENERATORS[language]
    folder = laid(language, "generated")
    for file in contents(folder, made):
        (folder / file).write_text("stale")
    run(command, folder)
    assert contents(folder, made) == contents(SDKS / language, made)
