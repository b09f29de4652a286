"""What holds for all tests: how hypothesis is run, what a skip means, where bots come from.

A test that needs a tool is skipped where the tool is missing, by name in the summary. Where
everything must be there, CONQUIAN_REQUIRE_ALL makes such a skip a failure.
"""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile("quick")


@pytest.fixture(autouse=True, scope="session")
def _no_registered_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The bots that the user of this machine has registered are no part of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONQUIAN_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _builds_of_their_own() -> Iterator[None]:
    """What tests build lies beside them, and from one run to the next: compilers take minutes."""
    with pytest.MonkeyPatch.context() as patch:
        if "CONQUIAN_CACHE" not in os.environ:
            patch.setenv("CONQUIAN_CACHE", str(Path(__file__).parents[1] / ".cache"))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make a skip a failure where nothing may be skipped."""
    report = yield
    if report.skipped and os.environ.get("CONQUIAN_REQUIRE_ALL"):
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped here: {report.longrepr}"
    return report
