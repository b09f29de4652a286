"""Control groups, on made-up files: where they can be made, and what is written and read."""

import subprocess
from pathlib import Path

import pytest
from conquian_server.launcher.sandbox.cgroup import BotGroup, find_parent
from conquian_server.launcher.sandbox.limits import Limits

MOUNT = "40 25 0:30 / {mount} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """A process in a group `/user/app/scope`, all of whose groups may be written to."""
    proc, mount = tmp_path / "proc", tmp_path / "cgroup"
    proc.mkdir()
    (proc / "cgroup").write_text("1:name=systemd:/\n0::/user/app/scope\n")
    (proc / "mountinfo").write_text("22 1 0:1 / / rw - ext4 x rw\n" + MOUNT.format(mount=mount))
    for folder in (mount, mount / "user", mount / "user/app", mount / "user/app/scope"):
        folder.mkdir()
        (folder / "cgroup.procs").touch()
        (folder / "cgroup.subtree_control").touch()
    return proc


def divide(group: Path, controllers: str = "cpu memory pids\n") -> None:
    """Have a group's children be held to limits."""
    (group / "cgroup.subtree_control").write_text(controllers)


def test_the_nearest_group_that_is_divided_is_taken(proc: Path, tmp_path: Path) -> None:
    """A group above the process's own, whose children have the controllers."""
    divide(tmp_path / "cgroup")
    divide(tmp_path / "cgroup/user/app")
    assert find_parent(proc) == tmp_path / "cgroup/user/app"


def test_without_its_controllers_no_group_is_taken(proc: Path, tmp_path: Path) -> None:
    """A group whose children's memory is not counted is of no use."""
    assert find_parent(proc) is None
    divide(tmp_path / "cgroup/user/app", "cpu pids\n")
    assert find_parent(proc) is None


def test_a_group_of_somebody_else_is_not_taken(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group that we can't write to is passed over."""
    divide(tmp_path / "cgroup/user/app")
    divide(tmp_path / "cgroup/user")
    ours = str(tmp_path / "cgroup/user/app")
    monkeypatch.setattr("os.access", lambda path, _: not str(path).startswith(ours))
    assert find_parent(proc) == tmp_path / "cgroup/user"


def test_version_1_alone_has_none(proc: Path) -> None:
    """Where no groups of version 2 are mounted, there is nothing to divide."""
    (proc / "mountinfo").write_text("31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n")
    assert find_parent(proc) is None
    assert find_parent(proc / "no-such") is None


def test_a_group_is_made_with_its_limits(tmp_path: Path) -> None:
    """Memory without swap, and processes."""
    group = BotGroup.make(tmp_path, "bot", Limits(memory_mb=300, processes=20))
    written = {file.name: file.read_text() for file in group.folder.iterdir()}
    assert written == {
        "memory.max": str(300 << 20),
        "memory.swap.max": "0",
        "pids.max": "20",
    }


def test_a_command_joins_before_it_runs(tmp_path: Path) -> None:
    """The number of the command's own process is written, and then the command runs as that."""
    group = BotGroup.make(tmp_path, "bot", Limits())
    done = subprocess.run(
        [*group.words(), "sh", "-c", "echo $$"], capture_output=True, text=True, check=True
    )
    assert (group.folder / "cgroup.procs").read_text() == done.stdout


def test_what_the_kernel_has_counted_is_read(tmp_path: Path) -> None:
    """CPU time of all that was in it, and whether memory ran out."""
    group = BotGroup.make(tmp_path, "bot", Limits(memory_mb=300))
    assert (group.cpu_seconds(), group.excess()) == (0, "")
    (group.folder / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 2000000\n")
    (group.folder / "memory.events").write_text("low 0\nmax 3\noom 1\noom_kill 1\n")
    assert group.cpu_seconds() == 2.5
    assert group.excess() == "its memory: more than 300 MB"


def test_a_group_is_ended_and_removed(tmp_path: Path) -> None:
    """All that is left in it is killed first; a group that can't be removed harms nothing."""
    group = BotGroup.make(tmp_path, "bot", Limits())
    group.remove()
    assert (group.folder / "cgroup.kill").read_text() == "1"  # a kernel's folder would be gone
