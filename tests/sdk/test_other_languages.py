"""The SDKs of other languages pass their own tests and linters, laid out as a bot gets them."""

import pytest
from conquian_server.launcher.shipped import sdk_languages

from tests.sdk.laid import laid, run

COMMANDS = {
    "cpp": ("cmake -B build", "cmake --build build", "ctest --test-dir build --output-on-failure"),
    "go": ("test -z $(gofmt -l .)", "go vet ./...", "go test ./..."),
    "java": ("mvn --batch-mode --quiet test",),
    "rust": ("cargo fmt --check", "cargo clippy --locked -- -D warnings", "cargo test --locked"),
    "typescript": ("npm ci --ignore-scripts", "npm test"),
}


def test_every_sdk_is_tested() -> None:
    """There is no SDK whose tests are not run here."""
    assert sorted(COMMANDS) == list(sdk_languages())


@pytest.mark.parametrize("language", COMMANDS)
def test_an_sdk_passes_its_own_tests(language: str) -> None:
    """Its unit tests and linters end with status 0."""
    folder = laid(language, "sdk-tests")
    for command in COMMANDS[language]:
        run(command, folder)
