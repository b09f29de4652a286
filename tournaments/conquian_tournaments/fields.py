"""Tables of a TOML file, read field by field; what is wrong is said with file and field."""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from conquian_server.launcher.checks import Unfit
from conquian_server.launcher.text_file import Unreadable, read_text

T = TypeVar("T")

_MUCH_LIKE = 0.7  # so that no field with a right of its own is taken for another


class FileError(Exception):
    """A configuration file that can't be used; the text names the file and the field."""


class Fields:
    """One table of a file.

    Args:
        path: the file, for errors.
        place: where in the file the table stands, such as `entrants[2]`; empty for the top.
        values: what the table holds.
    """

    def __init__(self, path: Path, place: str, values: Mapping[str, object]) -> None:
        self._path = path
        self._place = place
        self._values = values
        self._known: list[str] = []

    def required(self, key: str, check: Callable[[object], T]) -> T:
        """The value of a field that must be there.

        Raises:
            FileError: it is missing, or `check` says that it is unfit.
        """
        self._known.append(key)
        if key not in self._values:
            raise self._missing(key)
        try:
            return check(self._values[key])
        except Unfit as unfit:
            raise self.error(key, str(unfit)) from None

    def optional(self, key: str, check: Callable[[object], T], default: T) -> T:
        """The value of a field, or a default where it is left out."""
        if key in self._values:
            return self.required(key, check)
        self._known.append(key)
        return default

    def has(self, key: str) -> bool:
        """Whether a field is given."""
        return key in self._values

    def table(self, key: str) -> "Fields":
        """The table under a key, empty where it is left out."""
        return Fields(self._path, self._at(key), self.optional(key, _table, {}))

    def tables(self, key: str) -> list["Fields"]:
        """The tables of a list that must be there."""
        found = self.required(key, _tables)
        return [
            Fields(self._path, f"{self._at(key)}[{number}]", values)
            for number, values in enumerate(found, 1)
        ]

    def check_all_known(self) -> None:
        """Check that nothing was given but the fields that have been asked for.

        Raises:
            FileError: something was.
        """
        for key in self._values:
            if key not in self._known:
                near = difflib.get_close_matches(key, self._known, n=1)
                meant = (
                    f"did you mean {near[0]}?" if near else f"known are {', '.join(self._known)}"
                )
                raise self.error(key, f"is not known here; {meant}")

    def _missing(self, key: str) -> FileError:
        """What to say of a field that is missing: of one that is written much like it, if any."""
        unknown = [given for given in self._values if given not in self._known]
        for given in difflib.get_close_matches(key, unknown, n=1, cutoff=_MUCH_LIKE):
            return self.error(given, f"is not known here; did you mean {key}?")
        return self.error(key, "is missing")

    def error(self, key: str, reason: str) -> FileError:
        """An error about one field."""
        return FileError(f"{self._path}: {self._at(key)}: {reason}")

    def _at(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key


def read_fields(path: Path) -> Fields:
    """The top table of a TOML file.

    Raises:
        FileError: the file can't be read, or is no TOML.
    """
    try:
        return Fields(path, "", tomllib.loads(read_text(path)))
    except Unreadable as error:
        raise FileError(f"{path}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path}: is no TOML: {error}") from None
    except RecursionError:
        raise FileError(f"{path}: is no TOML: too deeply nested") from None


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Unfit("must be a table")
    return value


def _tables(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise Unfit("must be a list of tables")
    return value
