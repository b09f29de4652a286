"""A PostgreSQL server of the tests' own, from the system's package."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

_USER = "nobody"  # the server refuses to run as the superuser
_DEBIAN = Path("/usr/lib/postgresql")


def _programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`; Debian leaves it out of the path."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(_DEBIAN.glob("*/bin"), reverse=True)
    return next((each for each in folders if (each / "pg_ctl").exists()), None)


class Server:
    """A running server.

    Attributes:
        folder: its socket is in it; it listens to no network.
        owner: the role that owns all.
    """

    owner = "owner"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str, role: str = owner) -> sa.URL:
        """The address of a database, for a role."""
        query = {"host": str(self.folder)}
        return sa.URL.create("postgresql+psycopg", role, database=database, query=query)

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Do something as the owner, each statement in a transaction of its own."""
        engine = sa.create_engine(self.url(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
        engine.dispose()


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """Start a server whose data are in a folder, and stop it at the end."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: no initdb")
    folder.chmod(0o755)
    home = folder / "pg"
    home.mkdir()
    _give_away(home)
    data = home / "data"
    _run(programs / "initdb", "-D", data, "-U", Server.owner, "-A", "trust", "-E", "UTF8", "-N")
    options = f"-c listen_addresses='' -k {home} -c fsync=off"
    _run(programs / "pg_ctl", "-D", data, "-w", "-l", home / "log", "-o", options, "start")
    try:
        yield Server(home)
    finally:
        _run(programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _give_away(folder: Path) -> None:
    if os.geteuid() == 0:
        user = pwd.getpwnam(_USER)
        os.chown(folder, user.pw_uid, user.pw_gid)


def _run(*command: object) -> None:
    user = {"user": _USER, "group": pwd.getpwnam(_USER).pw_gid} if os.geteuid() == 0 else {}
    subprocess.run(
        [str(part) for part in command],
        check=True,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=120,
        **user,
    )
