"""Generates the Python code of the contract, or checks that the committed code is up to date."""

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

SOURCES = Path(__file__).parent
PACKAGE = Path("conquian", "v1")
TARGET = SOURCES.parent / "client_sdk" / "python" / PACKAGE
INIT = '"""The messages of the contract, generated from `proto/conquian/v1` by `make proto`."""\n'


def main() -> int:
    """Writes the generated package, or with `--check` compares it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as scratch:
        fresh = _generate(Path(scratch))
        if check:
            return _report(_differences(fresh))
        shutil.rmtree(TARGET, ignore_errors=True)
        shutil.copytree(fresh, TARGET)
    return 0


def _generate(root: Path) -> Path:
    """Generates the package below a folder and returns the package's own folder."""
    protos = sorted((SOURCES / PACKAGE).glob("*.proto"))
    _protoc(protos, [f"--python_out={root}", f"--mypy_out=quiet:{root}"])
    _protoc(
        [proto for proto in protos if _has_service(proto)],
        [f"--grpc_python_out={root}", f"--mypy_grpc_out=quiet:{root}"],
    )
    (root / PACKAGE / "__init__.py").write_text(INIT, encoding="utf-8")
    return root / PACKAGE


def _has_service(proto: Path) -> bool:
    """Tells whether a file needs stubs; for others grpcio-tools would write empty modules."""
    return re.search(r"^service ", proto.read_text(encoding="utf-8"), re.MULTILINE) is not None


def _protoc(protos: Sequence[Path], outputs: Sequence[str]) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    plugins = [f"--plugin={name}={scripts / name}" for name in _PLUGINS]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{SOURCES}", *plugins, *outputs]
    subprocess.run([*command, *map(str, protos)], check=True)


_PLUGINS = ("protoc-gen-mypy", "protoc-gen-mypy_grpc")


def _differences(fresh: Path) -> list[str]:
    """Names the files that differ from the committed ones, lack there, or are too many there."""
    generated, committed = _contents(fresh), _contents(TARGET)
    return [
        name
        for name in sorted(generated.keys() | committed.keys())
        if generated.get(name) != committed.get(name)
    ]


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.py*") if path.is_file()}


def _report(stale: Sequence[str]) -> int:
    for name in stale:
        print(f"{TARGET / name} is not what `make proto` generates", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
