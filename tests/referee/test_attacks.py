"""Strangers' bots that attack in a leg: each is contained, and its deals tell the cause."""

import dataclasses
import json

import pytest
from conquian_server.launcher import BotProcess, Tier, Trust, no_sandbox
from conquian_server.match import ClockRules, LegEnd
from conquian_server.rules import Reason

from tests.referee.hosting import bot, changed, good, play
from tests.referee.room import plan, quick_faults


@pytest.fixture(autouse=True)
def _in_a_sandbox():
    """Without a sandbox there is nothing that these bots could try to get out of."""
    if reason := no_sandbox():
        pytest.skip(f"no sandbox: {reason}")


def stranger(tmp_path, script, name="stranger"):
    """A stranger's bot of a script."""
    return dataclasses.replace(bot(tmp_path / name, script), trust=Trust.STRANGER)


def last_words(report, seat=1):
    """What the bots of a seat have written to their outputs, as JSON objects of their lines."""
    written = [
        ended.report.stdout_tail for ended in (*report.exits, *report.stopped) if ended.seat == seat
    ]
    return [json.loads(line) for line in "".join(written).splitlines()]


async def test_good_bots_play_in_the_sandbox(tmp_path):
    """A stranger's bot without faults plays like any other, in the tier that its leg tells."""
    leg = plan(deal_count=20, deals_at_once=8)
    report, deals = await play(tmp_path, leg, [stranger(tmp_path, good()), good()])
    assert report.over.end is LegEnd.PLAYED
    assert not any(deal.cause for deal in deals)
    assert [share.tier for share in report.shares] == [Tier.SANDBOX, Tier.PROCESS]


async def test_a_memory_hog_loses_with_the_cause(tmp_path):
    """What a bot was ended for is the cause of the deal that it loses."""
    script = changed(
        decide="""
import subprocess
hoard = "import time; hoard = b'x' * (100 << 20); time.sleep(1000)"
for _ in range(9):
    subprocess.Popen([sys.executable, "-S", "-c", hoard])
time.sleep(1000)"""
    )
    leg = plan(deal_count=2, policy=quick_faults(incidents=1, grace=60))
    report, deals = await play(tmp_path, leg, [good(), stranger(tmp_path, script)])
    assert report.over.end is LegEnd.SET_ASIDE
    assert deals[0].cause.startswith("the bot's process was ended for its memory: ")
    assert deals[0].position.result.reason is Reason.DISCONNECTED
    assert report.exits[0].report.cause in deals[0].cause


async def test_a_spinner_loses_on_time(tmp_path):
    """A bot that computes for ever is out of time; its opponent is not disturbed."""
    script = changed(decide="while True: pass")
    leg = plan(deal_count=2, clocks=ClockRules(limit=0.3), policy=quick_faults(incidents=1))
    report, deals = await play(tmp_path, leg, [good(), stranger(tmp_path, script)])
    assert report.over.end is LegEnd.SET_ASIDE
    assert deals[0].cause == "no answer within 0.300 s"
    assert all(deal.position.result.offender == 1 for deal in deals)


async def test_a_bot_that_kills_what_it_can_harms_only_itself(tmp_path):
    """Signals to its parent, its group and everybody reach neither the referee nor the opponent."""
    script = changed(
        decide="""
for target in (os.getppid(), 1, 0, -1):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError:
        pass"""
    )
    leg = plan(deal_count=2, policy=quick_faults(incidents=1, grace=60))
    report, deals = await play(tmp_path, leg, [good(), stranger(tmp_path, script)])
    assert report.over.end is LegEnd.SET_ASIDE
    assert all(deal.position.result.offender == 1 for deal in deals)
    assert deals[0].cause == "the bot's process was ended by SIGKILL"


async def test_a_guessed_token_opens_nothing(tmp_path):
    """Neither a token like one's own nor an empty one takes a seat; one's own seat stays one's."""
    script = changed(
        warm_up="""
import json, grpc
from conquian.v1 import referee_pb2, referee_pb2_grpc, session_pb2
own = os.environ["CONQUIAN_TOKEN"]
refusals = []
with grpc.insecure_channel(os.environ["CONQUIAN_ADDRESS"]) as channel:
    call = referee_pb2_grpc.RefereeServiceStub(channel).Play
    for token in ("", own[:-1], own[::-1], own.swapcase()):
        hello = session_pb2.Hello(
            protocol_version=session_pb2.ProtocolVersion(major=1),
            bot_name="thief", bot_version="1", rulesets=["classic"], deals_at_once=1,
        )
        answers = call(
            iter([referee_pb2.PlayRequest(entries=[referee_pb2.BotEntry(hello=hello)])]),
            metadata=[("authorization", "Bearer " + token)],
            timeout=20,
        )
        try:
            refusals.append(any(entry.HasField("refusal") for a in answers for entry in a.entries))
        except grpc.RpcError as error:
            refusals.append(error.code().name)
print(json.dumps(refusals), flush=True)"""
    )
    report, deals = await play(tmp_path, plan(), [good(), stranger(tmp_path, script)])
    assert not deals[0].cause
    (refusals,) = last_words(report)
    assert len(refusals) == 4
    assert all(refusals)


async def test_there_is_no_other_table_to_watch(tmp_path):
    """The socket serves the bot's own session, its health and its description, and no more."""
    script = changed(
        warm_up="""
import json, grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
with grpc.insecure_channel(os.environ["CONQUIAN_ADDRESS"]) as channel:
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    asked = reflection_pb2.ServerReflectionRequest(list_services="")
    (answer,) = stub.ServerReflectionInfo(iter([asked]), timeout=20)
names = [service.name for service in answer.list_services_response.service]
print(json.dumps([sorted(names), os.listdir("/run")]), flush=True)"""
    )
    report, _ = await play(tmp_path, plan(), [good(), stranger(tmp_path, script)])
    ((services, sockets),) = last_words(report)
    assert services == [
        "conquian.v1.RefereeService",
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
    ]
    assert sockets == ["referee"]


async def test_nobody_computes_on_the_opponents_time(tmp_path):
    """A bot that spins on all cores while its opponent thinks gets no CPU time for it."""
    thinker = changed(decide="time.sleep(0.2)")
    spinner = changed(
        warm_up="""
import json, subprocess
for _ in range(4):
    subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
print(json.dumps(sorted(os.sched_getaffinity(0))), flush=True)"""
    )
    report, deals = await play(tmp_path, plan(), [thinker, stranger(tmp_path, spinner)])
    assert not deals[0].cause
    waited = sum(deals[0].charges[0])
    assert waited > 1
    assert len(last_words(report)[0]) == 1  # a core of its own, and no other
    own = sum(deals[0].charges[1])
    start = 1.5  # seconds of a start and a goodbye, in which everybody may compute
    assert report.shares[1].cpu_seconds < own + start + waited / 4


async def test_a_bot_that_rests_is_not_taken_for_lost(tmp_path):
    """A bot that was stopped while its opponent thought goes on as if nothing had happened."""
    thinker = changed(decide="time.sleep(0.3)")
    report, deals = await play(tmp_path, plan(), [thinker, stranger(tmp_path, good())])
    assert not deals[0].cause
    assert not report.exits
    assert max(deals[0].charges[1]) < 0.3  # what it rested is not charged to it


async def test_bots_with_several_deals_do_not_rest(tmp_path, monkeypatch):
    """Stopping is for bots with nothing to do: with several deals at once nobody is stopped."""
    rested = {}
    for at_once in (1, 4):
        rested[at_once] = rests = []
        monkeypatch.setattr(
            BotProcess, "rest", lambda _, resting, rests=rests: rests.append(resting)
        )
        (tmp_path / str(at_once)).mkdir()
        leg = plan(deal_count=12, deals_at_once=at_once)
        await play(tmp_path / str(at_once), leg, [good(), good()])
    assert any(rested[1])
    assert not any(rested[4])


async def test_one_leg_leaves_nothing_to_the_next(tmp_path):
    """What a bot has learnt of a deck in one leg, no file or process tells it in the next."""
    script = changed(
        warm_up="""
import json
processes = [name for name in os.listdir("/proc") if name.isdigit()]
notes = [name for folder in ("/tmp", "/dev/shm") for name in os.listdir(folder)]
print(json.dumps([len(processes), notes]), flush=True)""",
        decide="""
open("/tmp/notes", "w").write("the deck")
open("/dev/shm/notes", "w").write("the deck")
import subprocess
subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL)""",
    )
    seen = []
    for leg in ("one", "two"):
        (tmp_path / leg).mkdir()
        villain = stranger(tmp_path / leg, script)
        report, deals = await play(tmp_path / leg, plan(), [good(), villain])
        assert not deals[0].cause
        seen += last_words(report)
    assert len(seen) == 2
    assert seen[0][0] == seen[1][0] == 2
    assert not any("notes" in notes for _, notes in seen)
