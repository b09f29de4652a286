"""Files of JSON that strangers wrote: read in bounded memory, each fault named by file and line."""

import json
import math
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn

from conquian_tournaments.cli.errors import BadInput

STDIN = "-"
_DATABASE = b"SQLite format 3\0"  # how every ledger's file begins
LONGEST_LINE = 2**20  # bytes; a record has about two thousand
LONGEST_LIST = 2**22  # bytes of one JSON list, which is read as a whole
DEEPEST = 50  # lists and objects inside each other; a record has three
LONGEST_NUMBER = 100  # digits


_CONSTANTS = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')


class _NotANumberError(ValueError):
    """NaN and infinities, which Python reads and JSON does not have."""


class Piece(NamedTuple):
    """A line of a file, or all its lines from one on.

    Attributes:
        name: the file's name.
        number: the number of the piece's first line, from 1.
        text: the piece.
    """

    name: str
    number: int
    text: str

    @property
    def where(self) -> str:
        """The piece's place as people write it, `FILE:LINE`."""
        return f"{self.name}:{self.number}"

    def value(self) -> object:
        """The JSON value that is all of the piece.

        Raises:
            BadInput: it is none.
        """
        value, end = self.value_at(_skip_blanks(self.text, 0))
        self.check_end(end)
        return value

    def value_at(self, at: int) -> tuple[object, int]:
        """The JSON value that begins at place `at`, and the place after it.

        Raises:
            BadInput: there is none.
        """
        try:
            value, end = _decoder.raw_decode(self.text, at)
            _check_depth(self.text, at, end, value)
        except json.JSONDecodeError as error:
            self.refuse(error.pos, f"is not JSON: {error.msg}")
        except RecursionError:
            self.refuse(at, f"has lists or objects more than {DEEPEST} deep")
        except _NotANumberError as error:
            self.refuse(_place_of_constant(self.text, at), str(error))
        except ValueError as error:
            self.refuse(at, str(error))
        return value, end

    def check_end(self, at: int) -> None:
        """Check that nothing follows from place `at` on.

        Raises:
            BadInput: something does.
        """
        at = _skip_blanks(self.text, at)
        if at < len(self.text):
            self.refuse(at, "is not JSON: more follows the value")

    def refuse(self, at: int, reason: str) -> NoReturn:
        """Say what is wrong at place `at`."""
        line = self.number + self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at)
        hint = "; is the file cut off?" if "not JSON" in reason and self._breaks_off(at) else ""
        raise BadInput(f"{self.name}:{line}: {reason} (column {column}{hint})")

    def _breaks_off(self, at: int) -> bool:
        """Whether the piece has no end, and what is wrong at place `at` may be that."""
        if self.text.lstrip()[:1] not in ("{", "[") or self.text.endswith("\n"):
            return False
        return at >= len(self.text.rstrip()) or self.text[at] == '"'  # a text without its end


class Entry(NamedTuple):
    """A JSON value, and where it stands as people write it, `FILE:LINE`."""

    where: str
    value: object


def json_lines(path: str) -> Iterator[Piece]:
    """The lines of a file that are not blank, one after another; `-` is stdin.

    Raises:
        BadInput: the file can't be read, a line is too long or not UTF-8, or all are blank.
    """
    with _opened(path) as stream:
        yield from _lines(stream, _name(path))


def json_line(path: str, number: int | None) -> Piece:
    """Line `number` of a file, or the first that is not blank.

    Raises:
        BadInput: the file has no such line, or can't be read up to it.
    """
    for line in json_lines(path):
        if number in (None, line.number):
            return line
    raise BadInput(f"{_name(path)}: has no line {number}, or it is blank")


def file_and_line(given: str, line: int | None) -> tuple[str, int | None]:
    """A file's name and a line's number, which may stand after the name, as in `FILE:7`."""
    match = re.fullmatch(r"(.+):([0-9]{1,9})", given)
    if line is not None or match is None or Path(given).exists():
        return given, line
    return match[1], int(match[2])


def json_entries(path: str) -> Iterator[Entry]:
    """The values of a file that holds JSON Lines or one JSON list; `-` is stdin.

    Raises:
        BadInput: the file can't be read, or something in it is not JSON.
    """
    with _opened(path) as stream:
        lines = _lines(stream, _name(path))
        first = next(lines)
        if first.text.lstrip().startswith("["):
            yield from _entries_of_list(_with_rest(first, stream))
            return
        for line in chain([first], lines):
            yield Entry(line.where, line.value())


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The file, whose errors name it, when it is opened and when it is read."""
    try:
        with _stream(path) as stream:
            yield stream
    except OSError as error:
        raise BadInput(f"{_name(path)}: {error.strerror}") from None


def _stream(path: str) -> AbstractContextManager[BinaryIO]:
    if path == STDIN:
        if sys.stdin is None:
            raise BadInput(f"{_name(path)}: is closed")
        return nullcontext(sys.stdin.buffer)
    try:
        return open(path, "rb")
    except ValueError as error:  # a zero byte in the name
        raise BadInput(f"{path!r}: {error}") from None


def _name(path: str) -> str:
    return "<stdin>" if path == STDIN else path


def _lines(stream: BinaryIO, name: str) -> Iterator[Piece]:
    number, found = 1, False
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise BadInput(f"{name}:{number}: is longer than {LONGEST_LINE} bytes")
        if number == 1:
            line = line.removeprefix(BOM_UTF8)  # some editors put it there
            _refuse_ledger(line, name)
        if line.strip():
            yield Piece(name, number, _decoded(line, name, number))
            found = True
        number += 1
    if not found:
        raise BadInput(f"{name}: is empty")


def _refuse_ledger(line: bytes, name: str) -> None:
    if line.startswith(_DATABASE):
        raise BadInput(f"{name}: is a ledger, not JSON; `conquian export` writes its records")


def _with_rest(first: Piece, stream: BinaryIO) -> Piece:
    rest = stream.read(LONGEST_LIST + 1)
    if len(rest) > LONGEST_LIST:
        raise BadInput(
            f"{first.where}: is a list of more than {LONGEST_LIST} bytes; write an entry a line,"
            " without the brackets"
        )
    return first._replace(text=first.text + _decoded(rest, first.name, first.number + 1))


def _entries_of_list(piece: Piece) -> Iterator[Entry]:
    text, number = piece.text, piece.number
    end = text.index("[")
    if text.startswith("]", _skip_blanks(text, end + 1)):
        raise BadInput(f"{piece.where}: is an empty list")
    while text.startswith(("[", ","), end):
        start = _skip_blanks(text, end + 1)
        number += text.count("\n", end, start)
        value, after = piece.value_at(start)
        yield Entry(f"{piece.name}:{number}", value)
        end = _skip_blanks(text, after)
        number += text.count("\n", start, end)
    if not text.startswith("]", end):
        piece.refuse(end, "is not JSON: the list has no end")
    piece.check_end(end + 1)


def _decoded(line: bytes, name: str, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        number += line.count(b"\n", 0, error.start)
        raise BadInput(f"{name}:{number}: is not UTF-8") from None


def _skip_blanks(text: str, at: int) -> int:
    while text.startswith((" ", "\t", "\n", "\r"), at):
        at += 1
    return at


def _check_depth(text: str, start: int, end: int, value: object) -> None:
    # Nearly every value has so few brackets that it need not be walked.
    brackets = text.count("[", start, end) + text.count("{", start, end)
    if brackets > DEEPEST:
        _walk(value, DEEPEST)


def _walk(value: object, deep: int) -> None:
    if not isinstance(value, list | dict):
        return
    if not deep:
        raise RecursionError
    for item in value.values() if isinstance(value, dict) else value:
        _walk(item, deep - 1)


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"has a number of {len(digits)} digits")
    return int(digits)


def _real_number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("has a number that is too large")
    return number


def _no_number(name: str) -> NoReturn:
    raise _NotANumberError(f"is not JSON: {name} is not a number of JSON")


def _place_of_constant(text: str, at: int) -> int:
    """Where the first of Python's own constants stands outside of strings, from `at` on."""
    return next(found.start(1) for found in _CONSTANTS.finditer(text, at) if found[1])


_decoder = json.JSONDecoder(
    parse_int=_whole_number, parse_float=_real_number, parse_constant=_no_number
)
