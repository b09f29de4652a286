"""bot.toml is read whole, or refused with the name of the file and the field."""

import os
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, ManifestError, read_manifest

LEAST = {"name": '"b"', "version": '"1"', "language": '"python"', "run": '["python3", "bot.py"]'}


def write(folder: Path, **values: str) -> Path:
    """Write a manifest of the least fields with these changed; an empty value leaves one out."""
    fields = {**LEAST, **values}
    lines = (f"{key} = {value}\n" for key, value in fields.items() if value)
    (folder / "bot.toml").write_text("".join(lines), encoding="utf-8")
    return folder


def refusal(folder: Path) -> ManifestError:
    """The error with which a folder's manifest is refused."""
    with pytest.raises(ManifestError) as caught:
        read_manifest(folder)
    return caught.value


def test_the_least_manifest_has_the_documented_defaults(tmp_path: Path) -> None:
    """The four required fields are enough, and the rest takes its documented defaults."""
    assert read_manifest(write(tmp_path)) == BotManifest(
        name="b",
        version="1",
        language="python",
        run=("python3", "bot.py"),
        folder=tmp_path.resolve(),
        build=(),
        rulesets=("classic", "hoyle", "nine-card"),
        authors=(),
        deals_at_once=1,
        memory_mb=None,
        warm_up_seconds=None,
        from_command=False,
    )


def test_every_optional_field_is_read(tmp_path: Path) -> None:
    """Each optional field arrives in the manifest under its own name."""
    write(
        tmp_path,
        build='"make bot"',
        rulesets='["hoyle"]',
        authors='["Ana Núñez", "Bo"]',
        deals_at_once="128",
        memory_mb="256",
        warm_up_seconds="2",
    )
    manifest = read_manifest(tmp_path)
    assert manifest.build == ("make", "bot")
    assert manifest.rulesets == ("hoyle",)
    assert manifest.authors == ("Ana Núñez", "Bo")
    assert (manifest.deals_at_once, manifest.memory_mb) == (128, 256)
    assert manifest.warm_up_seconds == 2.0


def test_a_command_in_one_string_is_split_as_a_shell_would(tmp_path: Path) -> None:
    """Quotes in a command keep words with spaces together."""
    write(tmp_path, run="""'java -jar "my bot.jar"'""")
    assert read_manifest(tmp_path).run == ("java", "-jar", "my bot.jar")


@pytest.mark.parametrize("field", LEAST)
def test_each_required_field_is_missed_by_name(tmp_path: Path, field: str) -> None:
    """A manifest without a required field is refused with the file's and the field's names."""
    error = refusal(write(tmp_path, **{field: ""}))
    assert error.field == field
    assert str(error) == f"{tmp_path / 'bot.toml'}: {field}: missing; every bot needs it"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "7"),
        ("version", "1.0"),
        ("language", '""'),
        ("language", '"two\\nlines"'),
        ("run", "[]"),
        ("run", '""'),
        ("run", '[""]'),
        ("run", '["python3", 3]'),
        ("run", '"python3 \'bot.py"'),
        ("run", '["a\\u0000b"]'),
        ("build", "true"),
        ("rulesets", "[]"),
        ("rulesets", '"classic"'),
        ("rulesets", '["clasic"]'),
        ("authors", '"Ana"'),
        ("authors", "[1]"),
        ("deals_at_once", "0"),
        ("deals_at_once", "129"),
        ("deals_at_once", "true"),
        ("deals_at_once", "1.5"),
        ("memory_mb", "0"),
        ("memory_mb", '"1 GB"'),
        ("warm_up_seconds", "-0.1"),
        ("warm_up_seconds", "601"),
        ("warm_up_seconds", "nan"),
        ("warm_up_seconds", "true"),
    ],
)
def test_a_wrong_value_is_refused_under_its_field(tmp_path: Path, field: str, value: str) -> None:
    """A value of a wrong type or out of range is refused under the name of its field."""
    error = refusal(write(tmp_path, **{field: value}))
    assert error.field == field
    assert error.path == tmp_path / "bot.toml"


@pytest.mark.parametrize("field", ["name", "version"])
@pytest.mark.parametrize("name", ["a", "Z-9_.x", "7", "x" * 64])
def test_names_of_the_allowed_characters_are_taken(tmp_path: Path, field: str, name: str) -> None:
    """Letters, digits, '-', '_' and '.' make a name of up to 64 characters."""
    assert getattr(read_manifest(write(tmp_path, **{field: f'"{name}"'})), field) == name


@pytest.mark.parametrize("field", ["name", "version"])
@pytest.mark.parametrize("name", ["", "a b", "a/b", "..", "-x", "é", "a\\n", "x" * 65])
def test_other_names_are_refused_with_what_is_allowed(
    tmp_path: Path, field: str, name: str
) -> None:
    """A name that is no name is refused in words that say what a name is."""
    error = refusal(write(tmp_path, **{field: f'"{name}"'}))
    assert error.field == field
    assert "1 to 64 characters" in str(error)


def test_an_unknown_key_is_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    """A misspelt key is not ignored: its error suggests the key that was meant."""
    error = refusal(write(tmp_path, deals_at_one="3"))
    assert error.field == "deals_at_one"
    assert "did you mean deals_at_once?" in str(error)


def test_an_unknown_key_like_no_other_lists_the_known_ones(tmp_path: Path) -> None:
    """A key that resembles none lists those that there are, and no private ones."""
    message = str(refusal(write(tmp_path, xyzzy="3")))
    assert "known are name, version, language, run, sdk, fetch, build" in message
    assert "from_command" not in message


def test_the_folder_can_not_be_set_in_the_file(tmp_path: Path) -> None:
    """What the reader fills in itself is no key of the file."""
    with (write(tmp_path) / "bot.toml").open("a") as file:
        file.write('folder = "/"')
    assert refusal(tmp_path).field == "folder"


def test_a_syntax_error_is_told_with_its_line(tmp_path: Path) -> None:
    """A file that is not TOML is refused with the file and the line at fault."""
    (tmp_path / "bot.toml").write_text('name = "b"\nversion = \n')
    message = str(refusal(tmp_path))
    assert message.startswith(f"{tmp_path / 'bot.toml'}: is not valid TOML")
    assert "line 2" in message


@pytest.mark.parametrize("content", [b'name = "\xff"', b"name = " + b"[" * 100_000])
def test_garbage_is_refused_and_not_a_crash(tmp_path: Path, content: bytes) -> None:
    """Bytes that are no text, and nesting without end, are refused like any other mistake."""
    (tmp_path / "bot.toml").write_bytes(content)
    assert refusal(tmp_path).path == tmp_path / "bot.toml"


def test_a_manifest_is_a_regular_file(tmp_path: Path) -> None:
    """A pipe, which would be waited for, and a file without end are refused unread."""
    file = tmp_path / "bot.toml"
    os.mkfifo(file)
    assert str(refusal(tmp_path)) == f"{file}: is no regular file"
    file.unlink()
    file.symlink_to("/dev/zero")
    assert str(refusal(tmp_path)) == f"{file}: is no regular file"


def test_a_manifest_is_of_a_bounded_size(tmp_path: Path) -> None:
    """A file that nobody has written by hand is refused after its first megabyte."""
    (tmp_path / "bot.toml").write_text("#" * (2**20 + 1))
    assert "is longer than 1048576 bytes" in str(refusal(tmp_path))


def test_a_manifest_that_is_closed_to_us(tmp_path: Path) -> None:
    """A file that can't be opened is refused with the system's reason."""
    (tmp_path / "bot.toml").mkdir()
    assert str(refusal(tmp_path)) == f"{tmp_path / 'bot.toml'}: Is a directory"


def test_a_folder_without_a_manifest_says_what_to_write(tmp_path: Path) -> None:
    """The error of a folder without bot.toml shows a smallest one, which is itself valid."""
    message = str(refusal(tmp_path))
    example = message.partition("at least:\n")[2]
    (tmp_path / "bot.toml").write_text(example)
    assert read_manifest(tmp_path).name == "my-bot"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A folder that does not exist is not taken for one without a manifest."""
    assert f"there is no folder {tmp_path / 'gone'}" in str(refusal(tmp_path / "gone"))


def test_an_sdk_that_does_not_ship(tmp_path: Path) -> None:
    """A bot can ask only for an SDK that there is; the error lists them."""
    error = refusal(write(tmp_path, sdk='"cobol"'))
    assert error.field == "sdk"
    assert "must be one of " in str(error)


def test_how_it_dials(tmp_path: Path) -> None:
    """A bot dials a unix socket unless it says that it can't."""
    assert read_manifest(write(tmp_path)).transport == "unix"
    assert refusal(write(tmp_path, transport='"carrier pigeon"')).field == "transport"
