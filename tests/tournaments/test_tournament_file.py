"""A tournament's file: what it may say, and what is said where it is wrong."""

import os
from pathlib import Path

import pytest
from conquian_server.rules import PRESETS
from conquian_tournaments.fields import FileError
from conquian_tournaments.formats import RoundRobinFormat
from conquian_tournaments.tournament import Tournament
from conquian_tournaments.tournament_file import ledger_path, read_tournament

ENTRANTS = '[[entrants]]\nbot = "random"\n[[entrants]]\nbot = "greedy"\n'
BOT = 'name = "{name}"\nversion = "3"\nlanguage = "python"\nrun = ["python", "bot.py"]\n{more}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for tournaments; two bots live in it."""
    for name, more in (("mine", ""), ("picky", 'rulesets = ["hoyle"]\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(BOT.format(name=name, more=more))
        (tmp_path / name / "bot.py").write_text(f"print({name!r})\n")
    return tmp_path


def _read(folder: Path, text: str) -> Tournament:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    return read_tournament(file)


def _complaint(folder: Path, text: str) -> str:
    with pytest.raises(FileError) as told:
        _read(folder, text)
    where, _, what = str(told.value).partition(f"{folder / 'league.toml'}: ")
    assert where == ""
    return what


# --- what it may say --------------------------------------------------------------------------


def test_the_least_file(folder: Path) -> None:
    """Two bots and a number of decks are a tournament; the rest has the documented defaults."""
    tournament = _read(folder, f"decks = 5\n{ENTRANTS}")
    assert [entrant.name for entrant in tournament.entrants] == ["random", "greedy"]
    assert (tournament.name, tournament.ledger) == ("league", folder / "league.ledger")
    assert (tournament.ruleset, tournament.format) == (PRESETS["classic"], RoundRobinFormat(5))
    assert (tournament.seed, tournament.workers, tournament.deals_at_once) == (None, None, 1)
    assert (tournament.clocks.limit, tournament.clocks.bank) == (10.0, None)
    assert tournament.deal_count == 10


def test_a_warm_up_is_as_long_as_a_bot_wishes(folder: Path) -> None:
    """A bot's wish for more time to get ready counts where the file doesn't say."""
    with (folder / "mine" / "bot.toml").open("a") as manifest:
        manifest.write("warm_up_seconds = 45\n")
    with (folder / "picky" / "bot.toml").open("a") as manifest:
        manifest.write("warm_up_seconds = 3\n")
    bots = ENTRANTS + '[[entrants]]\nbot = "./mine"\n'
    assert _read(folder, f"decks = 5\n{bots}").clocks.warm_up == 45
    assert _read(folder, f"decks = 5\nclock = {{ warm_up = 2 }}\n{bots}").clocks.warm_up == 2
    picky = ENTRANTS + '[[entrants]]\nbot = "./picky"\n'
    hoyle = _read(folder, f'decks = 5\nruleset = "hoyle"\n{picky}')
    assert hoyle.clocks.warm_up == _read(folder, f"decks = 5\n{ENTRANTS}").clocks.warm_up


def test_every_field(folder: Path) -> None:
    """Each field of the file comes out as it was written."""
    tournament = _read(
        folder,
        'name = "Spring \U0001f338 \'26/1"\ndecks = 7\ncycles = 2\nseed = "s"\n'
        'deals_at_once = 8\nworkers = 3\nledger = "sub/l.db"\n'
        'ruleset = { base = "classic", hand_size = 8 }\n'
        "clock = { bank = 30, increment = 0.5, warm_up = 2 }\n"
        "faults = { incidents = 1, grace = 0, arrival = 60 }\n"
        '[[entrants]]\nbot = "random"\nname = "chance"\n[[entrants]]\nbot = "greedy"\n',
    )
    assert tournament.name == "Spring \U0001f338 '26/1"
    assert (tournament.format, tournament.seed) == (RoundRobinFormat(7, cycles=2), "s")
    assert (tournament.deals_at_once, tournament.workers) == (8, 3)
    assert tournament.ledger == folder / "sub" / "l.db"
    assert tournament.ruleset.hand_size == 8
    clocks, policy = tournament.clocks, tournament.policy
    assert (clocks.limit, clocks.bank, clocks.increment, clocks.warm_up) == (None, 30, 0.5, 2)
    assert (policy.incidents, policy.grace, policy.arrival) == (1, 0, 60)
    assert tournament.entrants[0].name == "chance"
    assert tournament.deal_count == 28


def test_paths_start_at_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots' folders and commands, and the ledger, are found from the file's folder."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    tournament = _read(
        folder,
        'decks = 1\n[[entrants]]\nbot = "./mine"\n[[entrants]]\nbot = "python3 picky/bot.py"\n',
    )
    mine, command = (entrant.bot for entrant in tournament.entrants)
    assert (mine.folder, mine.version) == (folder / "mine", "3")
    assert (command.folder, command.run) == (folder, ("python3", "picky/bot.py"))
    assert tournament.ledger.parent == folder


def test_a_changed_bot_is_another_entrant(folder: Path) -> None:
    """An entrant's id follows the bot's files, whether a folder or a command names them."""
    text = 'decks = 1\n[[entrants]]\nbot = "./mine"\n[[entrants]]\nbot = "python3 picky/bot.py"\n'
    before = [entrant.id for entrant in _read(folder, text).entrants]
    assert before == [entrant.id for entrant in _read(folder, text).entrants]
    for name in ("mine", "picky"):
        (folder / name / "bot.py").write_text("print('better')\n")
    after = [entrant.id for entrant in _read(folder, text).entrants]
    assert len({*before, *after}) == 4


def test_a_custom_ruleset_asks_no_bot(folder: Path) -> None:
    """What a bot says of the presets it plays does not bear on a ruleset that is none of them."""
    text = 'decks = 1\nruleset = {{ base = "classic", hand_size = {} }}\n{}'
    entrants = ENTRANTS.replace("random", "./picky")
    assert _read(folder, text.format(9, entrants)).ruleset.hand_size == 9


def test_the_ledger_is_found_without_the_rest(folder: Path) -> None:
    """Where the ledger is can be asked of a file whose bots are gone."""
    file = folder / "old.toml"
    file.write_text('[[entrants]]\nbot = "./gone"\n')
    assert ledger_path(file) == folder / "old.ledger"
    file.write_text('ledger = "other.db"\n')
    assert ledger_path(file) == folder / "other.db"
    file.write_text("ledger = 3\n")
    with pytest.raises(FileError, match="ledger: must be a string"):
        ledger_path(file)


# --- what is wrong with it --------------------------------------------------------------------

WHOLE = "must be a whole number from"
SECONDS = "must be a number of seconds from 0 to 86400"
LINE = "must be one line of 1 to 200 printable characters"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("decks = 0", f"decks: {WHOLE} 1 to 100000, not 0"),
        ("decks = 100001", f"decks: {WHOLE} 1 to 100000, not 100001"),
        ("decks = 2.5", f"decks: {WHOLE} 1 to 100000, not 2.5"),
        ("decks = true", f"decks: {WHOLE} 1 to 100000, not True"),
        ('decks = "5"', f"decks: {WHOLE} 1 to 100000, not '5'"),
        ("", "decks: is missing"),
        ("cycles = 0", f"cycles: {WHOLE} 1 to 1000, not 0"),
        ("cycles = []", f"cycles: {WHOLE} 1 to 1000, not []"),
        ("deals_at_once = 129", f"deals_at_once: {WHOLE} 1 to 128, not 129"),
        ("workers = 0", f"workers: {WHOLE} 1 to 256, not 0"),
        ("workers = inf", f"workers: {WHOLE} 1 to 256, not inf"),
        ("name = 3", "name: must be a string in quotes"),
        ('name = ""', f"name: {LINE}"),
        (r'name = "a\nb"', f"name: {LINE}"),
        (r'name = "\u001b[2J"', f"name: {LINE}"),
        (f'name = "{"x" * 201}"', f"name: {LINE}"),
        ("seed = 5", "seed: must be a string in quotes"),
        ('seed = ""', f"seed: {LINE}"),
        ("ledger = []", "ledger: must be a string in quotes"),
        (r'ledger = "a\u0000b"', f"ledger: {LINE}"),
        ('ruleset = "hoile"', "ruleset: "),
        ("ruleset = 7", "ruleset: "),
        ('ruleset = { base = "classic", hand_size = 99 }', "ruleset: hand_size"),
        ('ruleset = { base = "classic", colour = 1 }', "ruleset: "),
        ("clock = 5", "clock: must be a table"),
        ("clock = { limit = 0 }", "clock.limit: must be more than 0 seconds"),
        ("clock = { limit = -1 }", f"clock.limit: {SECONDS}, not -1"),
        ("clock = { limit = nan }", f"clock.limit: {SECONDS}, not nan"),
        ('clock = { limit = "1" }', f"clock.limit: {SECONDS}, not '1'"),
        ("clock = { limit = 1, bank = 1 }", "clock.bank: a clock has a limit or a bank, not both"),
        ("clock = { bank = 86401 }", f"clock.bank: {SECONDS}, not 86401"),
        ("clock = { increment = 1 }", "clock.increment: must be at least 0 seconds, and goes"),
        ("clock = { increment = [] }", f"clock.increment: {SECONDS}, not []"),
        ("clock = { warm_up = 0 }", "clock.warm_up: must be more than 0 seconds"),
        ("clock = { limits = 1 }", "clock.limits: is not known here; did you mean limit?"),
        ("faults = []", "faults: must be a table"),
        ("faults = { incidents = 0 }", f"faults.incidents: {WHOLE} 1 to 1000, not 0"),
        ("faults = { grace = inf }", f"faults.grace: {SECONDS}, not inf"),
        ("faults = { arrival = true }", f"faults.arrival: {SECONDS}, not True"),
        ("faults = { mercy = 1 }", "faults.mercy: is not known here; known are incidents"),
        ("deks = 3", "deks: is not known here; did you mean decks?"),
        ("deck = 3", "deck: is not known here; did you mean decks?"),
        ("zzz = 3", "zzz: is not known here; known are name"),
    ],
)
def test_a_wrong_field_is_named(folder: Path, line: str, complaint: str) -> None:
    """A field that is missing, unknown or unfit is refused by file and field."""
    decks = "" if line == "" or line.startswith("deck") else "decks = 5\n"
    assert _complaint(folder, f"{decks}{line}\n{ENTRANTS}").startswith(complaint)


NAME = "must be 1 to 64 characters, each a letter"


@pytest.mark.parametrize(
    ("second", "complaint"),
    [
        ("", "entrants[2].bot: is missing"),
        ("bot = 5", "entrants[2].bot: must be a string in quotes"),
        ('bot = "nobody"', "entrants[2].bot: no bot 'nobody': it is no shipped or registered bot"),
        ('bot = "./nowhere"', "entrants[2].bot: no bot './nowhere'"),
        ('bot = "."', "entrants[2].bot: "),
        ('bot = "nosuchprogram -x"', "entrants[2].bot: 'nosuchprogram -x': the program"),
        ('bot = "picky/bot.py"', "entrants[2].bot: no bot 'picky/bot.py': put the command"),
        ('bot = "./picky"', "entrants[2].bot: picky does not play classic"),
        ('bot = "random"', "entrants[2].bot: is the same bot as random; a bot is entered once"),
        ('bot = "random"\nname = "b"', "entrants[2].bot: is the same bot as random"),
        ('bot = "./mine"\nname = "random"', "entrants[2].name: two entrants are called random"),
        ('bot = "./mine"\nname = 3', "entrants[2].name: must be a string in quotes"),
        ('bot = "./mine"\nname = ""', f"entrants[2].name: '' {NAME}"),
        ('bot = "./mine"\nname = "a b"', f"entrants[2].name: 'a b' {NAME}"),
        ('bot = "./mine"\nname = "a/b"', f"entrants[2].name: 'a/b' {NAME}"),
        ('bot = "./mine"\nname = "a\\"b"', "entrants[2].name: 'a\"b' must be"),
        ('bot = "./mine"\nname = "\U0001f0cf"', f"entrants[2].name: '\U0001f0cf' {NAME}"),
        (f'bot = "./mine"\nname = "{"n" * 200}"', f"entrants[2].name: '{'n' * 200}' {NAME}"),
        ('bot = "./mine"\nnmae = "x"', "entrants[2].nmae: is not known here; did you mean name?"),
    ],
)
def test_a_wrong_entrant_is_named(folder: Path, second: str, complaint: str) -> None:
    """An entrant that can't play, or can't be told from another, is named by its place."""
    text = f'decks = 5\n[[entrants]]\nbot = "random"\n[[entrants]]\n{second}\n'
    assert _complaint(folder, text).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("decks = 5", "entrants: is missing"),
        ("decks = 5\nentrants = []", "entrants: a tournament needs two at least"),
        ('decks = 5\n[[entrants]]\nbot = "random"', "entrants: a tournament needs two at least"),
        ("decks = 5\nentrants = 3", "entrants: must be a list of tables"),
        ('decks = 5\nentrants = ["random", "greedy"]', "entrants: must be a list of tables"),
        ("decks = ?\n", "is no TOML: Invalid value (at line 1, column 9)"),
        ("decks = 5\ndecks = 6\n", "is no TOML: Cannot overwrite a value (at line 2"),
        ("a = " + "[" * 100_000, "is no TOML"),
    ],
)
def test_a_wrong_file_is_named(folder: Path, text: str, complaint: str) -> None:
    """A file without entrants, or that is no TOML, is refused by name and place."""
    assert _complaint(folder, text).startswith(complaint)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("5", "ruleset: 5 is not one of classic"),
        ("{}", "ruleset: seats_min: is missing"),
    ],
)
def test_a_wrong_ruleset_is_named_once(folder: Path, value: str, complaint: str) -> None:
    """The field is named once, and the field within it where that is what is wrong."""
    text = f"decks = 5\nruleset = {value}\n{ENTRANTS}"
    assert _complaint(folder, text).startswith(complaint)


def test_a_mark_before_the_text_is_passed_over(folder: Path) -> None:
    """The mark that some editors put before the text of a file changes nothing."""
    path = folder / "marked.toml"
    path.write_text(f"decks = 5\n{ENTRANTS}", encoding="utf-8-sig")
    assert read_tournament(path).format == read_tournament(_plain(folder)).format


def _plain(folder: Path) -> Path:
    path = folder / "plain.toml"
    path.write_text(f"decks = 5\n{ENTRANTS}")
    return path


def test_a_file_without_an_end(folder: Path) -> None:
    """A pipe, a device and a file of more than 1 MiB are refused, not waited for or taken in."""
    pipe, long = folder / "pipe.toml", folder / "long.toml"
    os.mkfifo(pipe)
    long.write_text("#" * (2**20 + 1))
    for path, why in (
        (pipe, "is no regular file"),
        (Path("/dev/zero"), "is no regular file"),
        (long, "is longer than 1048576 bytes"),
    ):
        with pytest.raises(FileError) as told:
            read_tournament(path)
        assert str(told.value) == f"{path}: {why}"


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    """A missing file, a folder and bytes that are no text are each told with the file's name."""
    binary = folder / "binary.toml"
    binary.write_bytes(b"decks = 5 # \xff\n")
    for path, why in (
        (folder / "none.toml", "No such file or directory"),
        (folder, "Is a directory"),
        (binary, "is not UTF-8 (at line 1)"),
    ):
        with pytest.raises(FileError) as told:
            read_tournament(path)
        assert str(told.value).startswith(f"{path}: {why}")
