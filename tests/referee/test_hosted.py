"""Legs between bots that are processes: whatever a bot does, its leg ends with the true cause."""

import asyncio
import errno
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from conquian_server.launcher import (
    BotManifest,
    FolderGoneError,
    Launcher,
    SandboxError,
    StartError,
    Trust,
    tier,
)
from conquian_server.launcher.sandbox.selftest import Finding
from conquian_server.match import ClockRules, LegEnd
from conquian_server.rules import Reason

from tests.referee.hosting import bot, changed, good, play
from tests.referee.room import plan, quick_faults


async def test_two_good_bots_play_a_leg(tmp_path):
    """All deals are played, without a fault; both processes leave by themselves at the end."""
    leg = plan(deal_count=40, deals_at_once=8)
    report, deals = await play(tmp_path, leg, [good(), good()])
    assert report.over.end is LegEnd.PLAYED
    assert sorted(deal.number for deal in deals) == list(range(40))
    assert not any(deal.cause for deal in deals)
    assert not report.exits
    assert sorted(ended.seat for ended in report.stopped) == [0, 1]
    assert [ended.report.exit_code for ended in report.stopped] == [0, 0]


CRASHES = {
    "before its hello": ("os._exit(3)\n" + good(), "exited with status 3"),
    "in a syntax error": ("def\n", "exited with status 1"),
    "while warming up": (changed(warm_up="os._exit(4)"), "exited with status 4"),
    "in its first decision": (changed(decide="os._exit(5)"), "exited with status 5"),
    "killed": (
        changed(decide="os.kill(os.getpid(), signal.SIGKILL)"),
        "was ended by SIGKILL",
    ),
    "between deals": (changed(ended="os._exit(6)"), "exited with status 6"),
    "with an exception": (changed(decide="raise ValueError('lost it')"), "ValueError: lost it"),
}


@pytest.mark.parametrize(("script", "cause"), CRASHES.values(), ids=CRASHES.keys())
async def test_a_crash_in_any_phase_is_recorded_with_its_cause(tmp_path, script, cause):
    """A bot that crashes is started again, then set aside; its opponent wins, its cause is kept."""
    script = "import os\n" + script if script.startswith("os.") else script
    leg = plan(deal_count=9, policy=quick_faults(incidents=2, grace=60))
    report, deals = await play(tmp_path, leg, [good(), script])
    assert report.over.end is LegEnd.SET_ASIDE
    assert len(deals) == 9
    faulted = [deal for deal in deals if deal.cause]
    assert faulted
    assert all(deal.position.result.offender == 1 for deal in faulted)
    assert cause in faulted[0].cause
    assert [ended.seat for ended in report.exits + report.stopped].count(1) == 2


async def test_a_traceback_is_kept(tmp_path):
    """A bot that ends with an exception has time to print it, and the tail of it is reported."""
    script = changed(decide="raise ValueError('lost it')")
    leg = plan(deal_count=9, policy=quick_faults(incidents=1))
    report, _ = await play(tmp_path, leg, [good(), script])
    tails = [ended.report.stderr_tail for ended in (*report.exits, *report.stopped)]
    assert any("Traceback" in tail and "ValueError: lost it" in tail for tail in tails)


async def test_a_bot_that_is_killed_once_loses_its_deals_and_no_more(tmp_path):
    """SIGKILL in the middle costs what was running; the bot is started again and plays the rest."""
    flag = tmp_path / "killed"
    script = changed(
        decide=f"""
if self.deal.number == 3 and not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    os.kill(os.getpid(), signal.SIGKILL)"""
    )
    report, deals = await play(tmp_path, plan(deal_count=6), [good(), script])
    assert report.over.end is LegEnd.PLAYED
    assert [deal.number for deal in deals] == list(range(6))
    assert [deal.number for deal in deals if deal.cause] == [3]
    assert deals[3].cause == "the bot's process was ended by SIGKILL"
    assert deals[3].position.result.reason is Reason.DISCONNECTED
    assert [(ended.seat, ended.report.cause) for ended in report.exits] == [
        (1, "was ended by SIGKILL")
    ]


async def test_a_bot_that_never_says_hello_is_set_aside(tmp_path):
    """A process that runs and says nothing is waited for until its arrival is due."""
    leg = plan(deal_count=3, policy=quick_faults(incidents=1, arrival=3.0))
    report, deals = await play(tmp_path, leg, [good(), "import time\ntime.sleep(1000)"])
    assert report.over.end is LegEnd.SET_ASIDE
    assert "the bot did not arrive" in deals[0].cause
    causes = {ended.seat: ended.report.cause for ended in report.stopped}
    assert causes[1] == "was ended by SIGTERM"


async def test_a_silent_bot_times_out(tmp_path):
    """A bot that thinks for ever loses each deal on time; its opponent is served."""
    leg = plan(deal_count=3, clocks=ClockRules(limit=0.2), policy=quick_faults(incidents=3))
    script = changed(decide="time.sleep(1000)")
    report, deals = await play(tmp_path, leg, [good(), script])
    assert report.over.end is LegEnd.SET_ASIDE
    assert {deal.position.result.reason for deal in deals} <= {Reason.TIMEOUT, Reason.DISCONNECTED}
    assert all(deal.position.result.offender == 1 for deal in deals)
    assert deals[0].cause == "no answer within 0.200 s"


async def test_a_bot_may_print_megabytes(tmp_path):
    """What a bot prints disturbs nothing, and only the tail of it is kept."""
    script = changed(
        decide="""
print("x" * 200_000, flush=True)
print("y" * 200_000, file=sys.stderr, flush=True)"""
    )
    report, deals = await play(tmp_path, plan(), [good(), script])
    assert not deals[0].cause
    villain = next(ended.report for ended in report.stopped if ended.seat == 1)
    assert len(villain.stdout_tail) == len(villain.stderr_tail) == 65_536


async def test_children_of_a_bot_end_with_it(tmp_path):
    """A bot that starts processes of its own leaves none of them behind."""
    script = changed(
        warm_up="""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
print("child", child.pid, file=sys.stderr, flush=True)"""
    )
    report, deals = await play(tmp_path, plan(), [good(), script])
    assert not deals[0].cause
    tail = next(ended.report.stderr_tail for ended in report.stopped if ended.seat == 1)
    child = int(re.search(r"child (\d+)", tail)[1])
    while _runs(child):
        await asyncio.sleep(0.01)


async def test_each_leg_runs_on_processes_of_its_own(tmp_path):
    """No process plays in two legs or in two seats, and none shares its home with another."""
    script = changed(
        warm_up='print("mine", os.getpid(), os.environ["HOME"], file=sys.stderr, flush=True)'
    )
    seen = []
    for leg in ("one", "two"):
        (tmp_path / leg).mkdir()
        report, _ = await play(tmp_path / leg, plan(), [script, script])
        tails = [ended.report.stderr_tail for ended in report.stopped]
        seen += [re.search(r"mine (\d+) (\S+)", tail).groups() for tail in tails]
    assert len({pid for pid, _ in seen}) == len({home for _, home in seen}) == 4
    assert not any(Path(home).exists() for _, home in seen)


async def test_a_bot_whose_program_is_missing_is_set_aside(tmp_path):
    """A bot that can't be started is out at once, with the launcher's words as the cause."""
    gone = BotManifest("gone", "1", "other", ("no-such-program-here",), folder=tmp_path)
    report, deals = await play(tmp_path, plan(deal_count=2), [good(), gone])
    assert report.over.end is LegEnd.SET_ASIDE
    assert "no-such-program-here" in deals[0].cause


async def test_a_bot_that_is_refused_is_set_aside_with_the_reason(tmp_path):
    """A bot that does not play the ruleset is not waited for; the refusal is the cause."""
    script = good().replace("conquian.run(Bot)", 'Bot.rulesets = ("hoyle",)\nconquian.run(Bot)')
    leg = plan(deal_count=2, policy=quick_faults(incidents=2))
    report, deals = await play(tmp_path, leg, [good(), script])
    assert report.over.end is LegEnd.SET_ASIDE
    assert "its hello was refused: classic is played here; the bot plays hoyle" in deals[0].cause
    assert 1 in [ended.seat for ended in (*report.exits, *report.stopped)]


# --- what is no bot's fault ----------------------------------------------------------------


async def test_what_on_deal_raises_ends_the_leg(tmp_path):
    """An error of the leg's owner, a full disk, comes out of the leg; the bots are ended."""

    def full(_):
        raise OSError(errno.ENOSPC, "disk full")

    with pytest.raises(OSError, match="disk full"):
        await play(tmp_path, plan(deal_count=5), [good(), good()], full)


async def test_a_cancelled_leg_blames_nobody(tmp_path):
    """A leg that is cancelled is called off first: ending its bots faults none of them."""
    deals, playing = [], asyncio.Event()

    def take(over):
        deals.append(over)
        playing.set()

    leg = plan(deal_count=100_000, deals_at_once=4)
    task = asyncio.create_task(play(tmp_path, leg, [good(), good()], take))
    await playing.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert deals
    assert not any(deal.cause for deal in deals)


async def test_a_machine_without_resources_is_not_the_bots_fault(tmp_path, monkeypatch):
    """Where the machine can start no process, the leg fails with the error and nobody loses."""

    async def exhausted(*_):
        raise StartError("can't be started") from OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(Launcher, "start", exhausted)
    deals = []
    with pytest.raises(StartError):
        await play(tmp_path, plan(), [good(), good()], deals.append)
    assert not deals


async def test_a_machine_without_a_sandbox_is_not_the_bots_fault(tmp_path, monkeypatch):
    """Where nothing can hold a stranger's bot, the leg fails with the reason and nobody loses."""
    monkeypatch.setattr(tier, "self_test", lambda: Finding("the moon is full"))
    stranger = replace(bot(tmp_path / "stranger", good()), trust=Trust.STRANGER)
    deals = []
    with pytest.raises(SandboxError, match=r"stranger is not run.*the moon is full"):
        await play(tmp_path, plan(), [good(), stranger], deals.append)
    assert not deals


async def test_a_folder_that_is_gone_is_not_the_bots_fault(tmp_path):
    """Where a bot's folder is gone, as out of a cache of builds, the leg fails and nobody loses."""
    gone = BotManifest("gone", "1", "other", ("./bot",), folder=tmp_path / "away", build=("make",))
    deals = []
    with pytest.raises(FolderGoneError, match=r"gone: its folder .*away is gone"):
        await play(tmp_path, plan(), [good(), gone], deals.append)
    assert not deals


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
