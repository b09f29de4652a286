"""A test is skipped for want of a program, and not of a library or for nothing."""

from conquian_server.launcher import BotManifest

from tests.toolchains import missing_tool


def test_a_missing_program_is_found(tmp_path, monkeypatch):
    """What a command runs, and what a shell's does, is looked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    bot = BotManifest("any", "1", "any", ("./bot",), tmp_path, build=("make",))
    assert missing_tool(bot) == "make"
    (tmp_path / "sh").touch(0o755)
    shell = BotManifest("any", "1", "any", ("./bot",), tmp_path, build=("sh", "-c", "cmake -B b"))
    assert missing_tool(shell) == "cmake"
    (tmp_path / "cmake").touch(0o755)
    assert missing_tool(shell) is None
