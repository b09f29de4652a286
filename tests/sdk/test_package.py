"""The package as a whole: its examples, its version, and how little it needs."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import conquian
import pytest
from conquian import testing

ROOT = Path(__file__).parents[2]
README = ROOT / "client_sdk/python/README.md"
EXAMPLES_AT_LEAST = {"conquian": 6, "conquian.cards": 2, "conquian.testing": 4}
MODULES = [m.name for m in pkgutil.iter_modules(conquian.__path__, "conquian.") if not m.ispkg]


@pytest.mark.parametrize("name", ["conquian", *MODULES])
def test_examples(name):
    """The examples in docstrings give what they say."""
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted >= EXAMPLES_AT_LEAST.get(name, 0)


def test_the_readmes_bot_plays(monkeypatch):
    """The bot that the README shows can be run as it stands, and melds what it can."""
    (program,) = re.findall(r"```python\n(.+?)```", README.read_text(), re.S)
    run = []
    monkeypatch.setattr(conquian, "run", run.append)
    exec(program, {})
    seen = testing.observation(hand="5S 5H KC", faced="5D", options=["5S5H5D"])
    assert str(testing.decide(run[0], seen)) == "meld 5S5H5D x KC"


def test_version_is_the_distributions():
    """The version that a hello carries is that of both distributions."""
    for folder in (ROOT, ROOT / "client_sdk/python"):
        project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        assert project["version"] == conquian.__version__


def test_it_needs_grpc_and_protobuf_only():
    """Importing all of the SDK brings in nothing else that had to be installed."""
    program = (
        "import sys, conquian, conquian.testing\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(shown.stdout.decode().split())
    foreign = {name for name in loaded - sys.stdlib_module_names if not name.startswith("_")}
    # grpcio looks for its own companions (grpc_tools, grpc_health, …) and loads what is there.
    beside_grpc = {name for name in foreign if not name.startswith("grpc")}
    assert {"conquian", "google"} <= beside_grpc
    assert beside_grpc <= {"conquian", "google", "typing_extensions", "cython_runtime"}
