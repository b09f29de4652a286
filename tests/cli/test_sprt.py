"""`conquian sprt`: two bots against each other until it is clear which hypothesis holds."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from conquian_server.launcher import BotManifest, ExitReport
from conquian_server.launcher.starter import write_starter
from conquian_server.match import DealOver, LegEnd, LegOver, LegPlan
from conquian_server.referee import BotExit, LegReport, RefereeError
from conquian_server.wire import LegNames
from conquian_tournaments import trial

from tests.cli.leagues import PATIENCE, bots_in, complaints, wait_for
from tests.json_page import documented, printed
from tests.tournaments.actors import deal_over

LEGS_PLAYED = 2  # of the first batch


class Stage:
    """Plays legs at once, in the place of real ones.

    Attributes:
        loser: the bot that forfeits every deal; without one chance decides.
        fails_at: the leg at which the referee stops, counted from 0.
        legs: the ids of the legs that were begun.
        exits: how bots end before their legs.
    """

    def __init__(self) -> None:
        self.loser = ""
        self.fails_at: int | None = None
        self.legs: list[str] = []
        self.exits: tuple[BotExit, ...] = ()

    async def play(
        self,
        _referee: object,
        _launcher: object,
        plan: LegPlan,
        names: LegNames,
        bots: Sequence[BotManifest],
        *,
        bot_seed: Callable[[int, int], int],
        on_deal: Callable[[DealOver], None],
    ) -> LegReport:
        """Play a leg."""
        if len(self.legs) == self.fails_at:
            raise RefereeError("the referee stopped")
        self.legs.append(names.leg)
        seated = [bot.name for bot in bots]
        offender = seated.index(self.loser) if self.loser else None
        for number in range(plan.deal_count):
            on_deal(deal_over(plan.ruleset, plan.deck_of(number), number, offender))
        await asyncio.sleep(0)
        return LegReport(LegOver(LegEnd.PLAYED, ()), self.exits, ())


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Where the legs of these tests are played."""
    made = Stage()
    monkeypatch.setattr(trial, "play_hosted_leg", made.play)
    return made


def _told(result: Any) -> dict[str, Any]:
    return json.loads(result.stdout)


# --- verdicts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("loser", "status", "verdict"), [("random", 0, "h1"), ("greedy", 1, "h0")])
def test_verdicts(conquian, stage: Stage, loser: str, status: int, verdict: str) -> None:
    """Who wins everything leads by the higher hypothesis, who loses everything does not."""
    stage.loser = loser
    result = conquian("sprt", "greedy", "random", "--seed", "s", "--json")
    told = _told(result)
    assert (result.exit_code, result.stderr) == (status, "")
    assert (told["verdict"], told["decks"]) == (verdict, sum(told["pairs"]))
    assert not told["lower"] < told["llr"] < told["upper"]
    assert told["pairs"][4 if loser == "random" else 0] == told["decks"] < told["most_decks"]
    assert told["faults"][0 if loser == "greedy" else 1] == {"disconnected": 2 * told["decks"]}


def test_undecided(conquian, stage: Stage) -> None:
    """Where the decks don't suffice the status is 3, and exactly so many were played."""
    result = conquian("sprt", "greedy", "random", "--seed", "s", "--most-decks", 40, "--json")
    told = _told(result)
    assert (result.exit_code, told["verdict"], told["decks"]) == (3, None, 40)
    assert stage.legs == ["d0-a", "d0-b", "d16-a", "d16-b", "d32-a", "d32-b"]
    assert told["deals"] != {"wins": 0, "draws": 80, "losses": 0}


def test_the_options_reach_the_test(conquian, stage: Stage) -> None:
    """Hypotheses, errors, model, ruleset and seed are those that were given."""
    options = ["--elo0", -5, "--elo1", 15, "--alpha", 0.1, "--beta", 0.2, "--model", "logistic"]
    more = ["--ruleset", "hoyle", "--seed", "a seed", "--most-decks", 1, "--json"]
    told = _told(conquian("sprt", "greedy", "random", *options, *more))
    expected = {
        "elo0": -5.0,
        "elo1": 15.0,
        "alpha": 0.1,
        "beta": 0.2,
        "model": "logistic",
        "ruleset": "hoyle",
        "seed": "a seed",
        "most_decks": 1,
    }
    assert {field: told[field] for field in expected} == expected
    assert [bot["name"] for bot in told["bots"]] == ["greedy", "random"]


def test_a_bot_against_itself(conquian, stage: Stage) -> None:
    """One bot may be on both sides: what one side wins the other loses."""
    told = _told(conquian("sprt", "greedy", "greedy", "--seed", "s", "--most-decks", 20, "--json"))
    assert told["decks"] == 20
    assert told["points"][0] == -told["points"][1]


def test_the_table(conquian, stage: Stage) -> None:
    """People see where the test stands, in lines that fit 80 columns."""
    stage.loser = "random"
    result = conquian("sprt", "greedy", "random", "--seed", "s")
    assert result.exit_code == 0
    assert result.stdout.startswith("greedy v1 against random v1 (classic)\n")
    assert "+0, +10 Elo (normalized); H1 is accepted" in result.stdout
    assert max(len(line.rstrip()) for line in result.stdout.splitlines()) <= 80


@pytest.mark.parametrize("places", [("bot", "bot-before"), ("new/bot", "old/bot")])
def test_versions_of_a_bot_are_told_apart(
    conquian, stage: Stage, tmp_path: Path, places: tuple[str, str]
) -> None:
    """Two folders with a bot of one name and version are named by what is different in them."""
    folders = [tmp_path / place for place in places]
    for folder in folders:
        write_starter("python", folder, "fox")
    shown = conquian("sprt", *folders, "--seed", "s", "--most-decks", 1).stdout
    one, other = folders if folders[0].name == folders[1].name else places
    told = " ".join(shown.partition("(classic)")[0].split())
    assert told == f"fox v1 in {one} against fox v1 in {other}"


# --- with real bots ---------------------------------------------------------------------------


def test_the_same_seed_ends_the_same(conquian) -> None:
    """Real bots, deterministic, end after the same decks with the same deals, and no fault."""
    command = ["sprt", "greedy", "random", "--seed", "s", "--at-once", 16, "--most-decks", 20]
    results = [conquian(*command, "--elo1", 150, "--json") for _ in range(2)]
    assert {result.stderr for result in results} == {""}
    one, other = map(_told, results)
    for told in (one, other):
        assert all(seconds > 0 for seconds in told.pop("seconds"))
    assert one == other
    assert one["faults"] == [{}, {}]
    assert one["points"][0] > 0


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="no /proc to look into")
def test_interrupted(started, folder: Path) -> None:
    """Ctrl-C stops in order, shows where the test stands, and leaves no bot behind."""
    process = started("sprt", folder / "chance", folder / "last", "--json", stdout=subprocess.PIPE)
    try:
        wait_for("bots", lambda: bots_in(folder))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, complaints(errors)) == (130, [])
    told = json.loads(output)
    assert (told["verdict"], sum(told["deals"].values())) == (None, 2 * told["decks"])
    wait_for("the bots' ends", lambda: not bots_in(folder))


# --- what goes wrong --------------------------------------------------------------------------


def test_a_referee_that_stops(conquian, stage: Stage) -> None:
    """A failure that is no bot's ends the test with status 2, after showing what was found."""
    stage.fails_at = LEGS_PLAYED
    result = conquian("sprt", "greedy", "random", "--seed", "s", "--json")
    assert (result.exit_code, result.stderr) == (2, "error: the referee stopped\n")
    assert _told(result)["decks"] == 16


def test_a_bot_that_fails(conquian, stage: Stage) -> None:
    """A bot that ends before its leg is told with its last words; they steer no terminal."""
    report = ExitReport(3, None, "", "first\nlast \x1b[31mwords\n")
    stage.exits = (BotExit(0, report),)
    result = conquian("sprt", "greedy", "random", "--most-decks", 1, "--json")
    lines = result.stderr.splitlines()
    assert [line.split()[:2] for line in lines] == [["warning:", "greedy"], ["warning:", "random"]]
    assert all(line.endswith(r": last \x1b[31mwords") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--elo0", "10"], "--elo0: must be less than elo1, 10, but is 10"),
        (["--elo1", "nan"], "--elo1: must be a number, not nan"),
        (["--elo1", "9999"], "--elo0, --elo1: no two bots differ by so much"),
        (["--alpha", "0"], "--alpha, --beta: 0.0 and 0.05 are no error rates of a test"),
        (["--model", "bayesian"], "--model: 'bayesian' is not one of normalized, logistic"),
        (["--ruleset", "whist"], "--ruleset: 'whist' is not one of"),
        (["--limit", "0"], "--limit: must be more than 0 seconds, not 0.0"),
    ],
)
def test_bad_options(conquian, arguments: list[str], complaint: str) -> None:
    """An option that can't be used is refused by name before a bot starts, with status 2."""
    result = conquian("sprt", "greedy", "random", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {complaint}")
    assert result.stderr.count("\n") == 1


def test_a_bot_that_is_not_there(conquian) -> None:
    """A bot that can't be found is refused by name, with status 2."""
    result = conquian("sprt", "greedy", "./nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


def test_the_page_has_every_field_and_no_other(conquian, stage: Stage, tmp_path: Path) -> None:
    """docs/json.md names each field of `conquian sprt`, with each type that it can have."""
    custom = tmp_path / "rules.toml"
    custom.write_text('base = "classic"\nhand_size = 9\n')
    command = ["sprt", "greedy", "random", "--json"]
    examples = [conquian(*command, "--ruleset", custom, "--most-decks", 1)]
    stage.loser = "random"
    examples.append(conquian(*command))
    stage.fails_at = len(stage.legs)
    examples.append(conquian(*command))
    shared = {
        field for field in documented("`conquian compare") if not field[0].startswith("entrants")
    }
    assert printed(map(_told, examples)) == documented("`conquian sprt") | shared
