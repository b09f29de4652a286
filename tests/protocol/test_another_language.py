"""The page of the protocol is enough: a client was written from it alone, in a new language.

It is in Ruby, over gRPC's own gem; `gen` is what grpc_tools_ruby_protoc makes of the contract.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Conquian, conquian

__all__ = ["conquian"]  # the fixture

BOT = Path(__file__).with_name("ruby")


def require_ruby() -> None:
    """Skip where Ruby or its gRPC is missing, by name."""
    if shutil.which("ruby") is None:
        pytest.skip("ruby is not installed")
    if subprocess.run(
        ["ruby", "-e", "require 'grpc'"], capture_output=True, check=False
    ).returncode:
        pytest.skip("ruby-grpc is not installed")


@pytest.mark.parametrize("ruleset", ["classic", "hoyle", "nine-card"])
def test_it_plays_without_a_fault(conquian: Conquian, ruleset: str) -> None:
    """Many deals at once, on each ruleset."""
    require_ruby()
    options = ("--deals", 40, "--at-once", 32, "--ruleset", ruleset, "--seed", "ruby", "--json")
    result = conquian("play", BOT, "greedy", *options)
    assert result.exit_code == 0, result.stderr
    summary = json.loads(result.stdout.splitlines()[-1])["summary"]
    assert [seat["faults"] for seat in summary["seats"]] == [{}, {}]


def test_it_passes_all_checks(conquian: Conquian) -> None:
    """What any bot must do, it does."""
    require_ruby()
    result = conquian("check", BOT, "--json")
    assert result.exit_code == 0, result.stdout
