"""What a bot can write to: 64 MB of its own, that go with it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from conquian_server.launcher import ExitReport

Found = Callable[[str], dict[str, Any]]
Attack = Callable[[str], ExitReport]

ELSEWHERE = ("/", "/dev", "/etc", "/proc", "/proc/sys/kernel", "/run", "/usr", "/usr/bin", ".")
OWN = ("/tmp", "/dev/shm")


def test_a_bot_writes_to_its_own_room_only(found: Found, tmp_path: Path) -> None:
    """Its folder, the system's folders and the kernel's settings can't be changed."""
    told = found(f"""
def write(folder):
    with open(os.path.join(folder, "left-behind"), "w") as file:
        file.write("x")

tell(
    wrote=[folder for folder in {ELSEWHERE!r} if could(lambda: write(folder))],
    own=[folder for folder in {OWN!r} if could(lambda: write(folder))],
    home=os.environ["HOME"],
    changed=could(lambda: open("bot.py", "a")),
    settings=could(lambda: open("/proc/sys/kernel/hostname", "w")),
    made=could(lambda: os.mkdir("/proc/self/cwd/folder")),
    mounted=refused("mount", b"/tmp", b"/usr", None, 4096, None),
    remounted=refused("mount", None, b"/", None, 32, None),
)
""")
    assert told == {
        "wrote": [],
        "own": ["/tmp", "/dev/shm"],
        "home": "/tmp",
        "changed": False,
        "settings": False,
        "made": False,
        "mounted": 1,
        "remounted": 1,
    }
    assert [path.name for path in (tmp_path / "attacker").iterdir()] == ["bot.py"]


def test_a_bot_fills_no_disk(found: Found) -> None:
    """A file ends at 4 MB, and its files together at 64 MB."""
    told = found("""
sizes = []
def fill(path):
    with open(path, "wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 20))

errors = []
for number in range(40):
    try:
        fill(f"/tmp/{number}")
    except OSError as error:
        errors.append(errno.errorcode[error.errno])
        sizes.append(os.stat(f"/tmp/{number}").st_size)
tell(longest=max(sizes), together=sum(sizes), errors=sorted(set(errors)))
""")
    assert told["longest"] == 4 << 20
    assert told["together"] == 64 << 20
    assert told["errors"] == ["EFBIG", "ENOSPC"]


def test_a_bot_fills_no_memory_with_its_output(attack: Attack) -> None:
    """Of 50 MB on each output 64 kB are kept."""
    report = attack("""
for _ in range(50):
    os.write(1, b"o" * (1 << 20))
    os.write(2, b"e" * (1 << 20))
""")
    assert report.exit_code == 0
    assert report.stdout_tail == "o" * 65536
    assert report.stderr_tail == "e" * 65536


def test_nothing_of_one_run_is_there_in_the_next(attack: Attack) -> None:
    """What a bot has written, in files or in shared memory, is gone when it is started again."""
    script = """
from multiprocessing import shared_memory
here = [os.listdir("/tmp"), os.listdir("/dev/shm")]
open("/tmp/notes", "w").write("the deck")
shared_memory.SharedMemory("deck", create=True, size=10)
print(here, os.path.exists("/tmp/notes"), os.path.exists("/dev/shm/deck"), flush=True)
os._exit(0)
"""
    first, second = attack(script), attack(script)
    assert first.stdout_tail == second.stdout_tail
    assert first.stdout_tail.endswith("[]] True True\n")
