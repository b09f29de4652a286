"""Writes the reference of docs/protocol.md from the comments of the contract, or checks it."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

SOURCES = Path(__file__).parent
PAGE = SOURCES.parent / "docs" / "protocol.md"
MARK = "<!-- Below this line `make proto` writes the comments of proto/conquian/v1. -->\n"
# In the order in which a reader meets them.
FILES = ("referee", "session", "leg", "decision", "observation", "rules", "cards")

_PACKAGE = ".conquian.v1."
_MANY_VALUES = 15
# The numbers that descriptor.proto gives to what comments are on.
_MESSAGES, _ENUMS, _FIELDS, _VALUES = 4, 5, 2, 2

Comments: TypeAlias = Mapping[tuple[int, ...], str]


def main() -> int:
    """Writes the reference, or with `--check` compares it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    fresh = page.partition(MARK)[0] + MARK + "".join(_reference())
    if check and fresh != page:
        print(f"{PAGE} is not what `make proto` writes", file=sys.stderr)
        return 1
    if not check:
        PAGE.write_text(fresh, encoding="utf-8")
    return 0


def _reference() -> Iterator[str]:
    described = {file.name: file for file in _descriptors().file}
    for name in FILES:
        file = described[f"conquian/v1/{name}.proto"]
        comments = _comments(file)
        yield f"\n### {name}.proto\n"
        for index, message in enumerate(file.message_type):
            yield from _message(message, comments, (_MESSAGES, index))
        for index, enum in enumerate(file.enum_type):
            yield from _enum(enum, comments, (_ENUMS, index))


def _descriptors() -> FileDescriptorSet:
    with tempfile.NamedTemporaryFile(suffix=".binpb") as target:
        protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{SOURCES}"]
        options = ["--include_source_info", f"--descriptor_set_out={target.name}"]
        names = [f"conquian/v1/{name}.proto" for name in FILES]
        subprocess.run([*protoc, *options, *names], check=True)
        return FileDescriptorSet.FromString(Path(target.name).read_bytes())


def _comments(file: FileDescriptorProto) -> Comments:
    return {
        tuple(location.path): " ".join(location.leading_comments.split())
        for location in file.source_code_info.location
        if location.leading_comments
    }


def _message(message: DescriptorProto, comments: Comments, path: tuple[int, ...]) -> Iterator[str]:
    yield f"\n**{message.name}**: {comments[path]}\n"
    if not message.field:
        return
    yield "\n| | field | type | |\n| --- | --- | --- | --- |\n"
    for index, field in enumerate(message.field):
        said = comments[(*path, _FIELDS, index)]
        yield f"| {field.number} | `{field.name}` | {_type(field, message)} | {said} |\n"


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    name = field.type_name.removeprefix(_PACKAGE).removeprefix(".")
    if not name:
        name = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {name}"
    if field.proto3_optional:
        return f"optional {name}"
    if field.HasField("oneof_index"):
        return f"{name}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return name


def _enum(enum: EnumDescriptorProto, comments: Comments, path: tuple[int, ...]) -> Iterator[str]:
    yield f"\n**{enum.name}** (enum): {comments[path]}\n"
    if len(enum.value) > _MANY_VALUES:
        listed = ", ".join(f"{value.name} {value.number}" for value in enum.value)
        yield f"\n{listed}.\n"
        return
    yield "\n| | value | |\n| --- | --- | --- |\n"
    for index, value in enumerate(enum.value):
        yield f"| {value.number} | `{value.name}` | {comments[(*path, _VALUES, index)]} |\n"


if __name__ == "__main__":
    sys.exit(main())
