"""What holds for all tests: how hypothesis is run, and what a skip means.

A test that needs a tool is skipped where the tool is missing, by name in the summary. Where
everything must be there, CONQUIAN_REQUIRE_ALL makes such a skip a failure.
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("soak", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile("quick")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make a skip a failure where nothing may be skipped."""
    report = yield
    if report.skipped and os.environ.get("CONQUIAN_REQUIRE_ALL"):
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped here: {report.longrepr}"
    return report
