"""The fields of a tournament's file that let remote bots in."""

from pathlib import Path

import pytest
from conquian_server.referee import Tls
from conquian_tournaments.fields import FileError
from conquian_tournaments.tournament import Gate, Tournament
from conquian_tournaments.tournament_file import read_tournament

GUEST = '[[entrants]]\nremote = true\nname = "guest"\n'
HOSTED = '[[entrants]]\nbot = "random"\n'


def _read(folder: Path, text: str) -> Tournament:
    file = folder / "league.toml"
    file.write_text(text, encoding="utf-8")
    return read_tournament(file)


def test_a_gate_comes_out_as_written(tmp_path: Path) -> None:
    """Address, time and certificate are as they were written, files beside the tournament's."""
    tournament = _read(
        tmp_path,
        'decks = 5\nlisten = "0.0.0.0:4711"\nwait_seconds = 5\n'
        'tls = { certificate = "c.pem", key = "sub/k.pem", clients = "/ca.pem" }\n'
        f"{GUEST}{HOSTED}",
    )
    tls = Tls(tmp_path / "c.pem", tmp_path / "sub" / "k.pem", Path("/ca.pem"))
    assert tournament.gate == Gate("0.0.0.0:4711", 5.0, tls)
    guest, hosted = tournament.entrants
    assert (guest.name, guest.remote, guest.bot) == ("guest", True, None)
    assert not hosted.remote
    assert not tournament.mirrored
    assert tournament.opening("seed")["entrants"][0] == {
        "id": guest.id,
        "name": "guest",
        "version": "",
        "remote": True,
    }


def test_without_guests_there_is_no_gate(tmp_path: Path) -> None:
    """A tournament of hosted bots listens nowhere, and its legs are mirrored."""
    text = f'decks = 5\n{HOSTED}[[entrants]]\nbot = "greedy"\nremote = false\n'
    tournament = _read(tmp_path, text)
    assert tournament.gate is None
    assert tournament.mirrored


LISTEN = 'listen = "127.0.0.1:0"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{GUEST}{HOSTED}", "listen: is missing"),
        (f"listen = 4711\n{GUEST}{HOSTED}", "listen: must be a string in quotes"),
        (f"{LISTEN}wait_seconds = -1\n{GUEST}{HOSTED}", "wait_seconds: must be a number of"),
        (f'{LISTEN}seed = "s"\n{GUEST}{HOSTED}', "seed: can't be given where remote bots play"),
        (f"{LISTEN}tls = 3\n{GUEST}{HOSTED}", "tls: must be a table"),
        (f"{LISTEN}tls = {{}}\n{GUEST}{HOSTED}", "tls.certificate: is missing"),
        (
            f'{LISTEN}tls = {{ certificate = "c", key = "k", ca = "a" }}\n{GUEST}{HOSTED}',
            "tls.ca: is not known here",
        ),
        (f"{LISTEN}{GUEST}{GUEST}", "entrants[2].name: two entrants are called guest"),
        (
            f'{LISTEN}{HOSTED}{GUEST}bot = "greedy"\n',
            "entrants[2].bot: is not known here",
        ),
        (f"{LISTEN}{HOSTED}[[entrants]]\nremote = true\n", "entrants[2].name: is missing"),
        (f"{LISTEN}{HOSTED}[[entrants]]\nremote = 1\n", "entrants[2].remote: must be true or"),
        (
            f'{LISTEN}{HOSTED}[[entrants]]\nbot = "greedy"\n',
            "listen: is for remote entrants, of which there are none",
        ),
        (
            f'wait_seconds = 3\n{HOSTED}[[entrants]]\nbot = "greedy"\n',
            "wait_seconds: is for remote entrants",
        ),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    """A field of the gate or of a remote entrant that is missing or unfit is named."""
    with pytest.raises(FileError) as told:
        _read(tmp_path, f"decks = 5\n{text}")
    assert str(told.value).startswith(f"{tmp_path / 'league.toml'}: {complaint}")
