"""The referee as a server: where it listens, what else it serves, and how it stops."""

import asyncio
import logging
import shutil
import socket
import subprocess
from pathlib import Path

import grpc
import pytest
from conquian.v1 import leg_pb2, session_pb2
from conquian_server.match import LegEnd
from conquian_server.referee import (
    BadAddress,
    BadTls,
    Keepalive,
    Limits,
    Options,
    Referee,
    RefereeError,
    Tls,
)
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from tests.referee.raw import goodbye, hello, names, pass_always, ready
from tests.referee.room import plan, quick_faults, request_of, room

SERVICE = "conquian.v1.RefereeService"


# --- addresses -----------------------------------------------------------------------------


async def _refused(address: str, **options) -> str:
    with pytest.raises(BadAddress) as refused:
        async with Referee(Options(address, **options)):
            pass
    return str(refused.value)


async def test_any_free_port_may_be_taken():
    """With port 0 the address tells which port was taken, and bots can play there."""
    async with room(address="127.0.0.1:0") as here:
        assert int(here.referee.address.removeprefix("127.0.0.1:")) > 0
        bots = await here.seated()
        await asyncio.gather(*(bot.play() for bot in bots))


async def test_a_port_in_use_is_refused():
    """A second referee on a port is refused, in words that say what to do (grpc shares ports)."""
    async with Referee(Options("127.0.0.1:0")) as first:
        words = await _refused(first.address)
        assert words.startswith(f"can't listen on {first.address}: Address already in use")
        assert "let port 0 choose" in words


async def test_a_socket_in_use_is_refused_and_one_left_behind_is_not(tmp_path_factory):
    """A socket that a referee listens on is its own; one that nobody listens on is replaced."""
    path = tmp_path_factory.mktemp("s") / "s"
    async with Referee(Options(f"unix:{path}")):
        assert "another program listens on" in await _refused(f"unix:{path}")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    async with Referee(Options(f"unix:{path}")):
        pass
    assert not path.exists()


async def test_a_file_where_the_socket_should_be_is_kept(tmp_path_factory):
    """A file that is no socket is not replaced by one."""
    path = tmp_path_factory.mktemp("s") / "s"
    path.write_text("precious")
    assert "is no socket" in await _refused(f"unix:{path}")
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("unix:/tmp/" + "x" * 200, "the socket's path is 205 bytes long, but the system takes 107"),
        ("unix:/no/such/folder/s", "there is no folder /no/such/folder for the socket"),
        ("0.0.0.0:0", "without a TLS certificate the referee listens on 127.0.0.1"),
        ("[::]:0", "can be reached from other machines"),
        ("192.0.2.1:80", "can be reached from other machines"),
        ("example.org:80", "can be reached from other machines"),
        ("localhost", "is neither unix:PATH nor HOST:PORT"),
        ("localhost:http", "is neither unix:PATH nor HOST:PORT"),
        ("localhost:65536", "is neither unix:PATH nor HOST:PORT"),
        ("", "is neither unix:PATH nor HOST:PORT"),
    ],
)
async def test_a_bad_address_is_refused_in_words(address, words):
    """An address that can't be listened on, or that strangers could reach, is refused in words."""
    assert words in await _refused(address)


# --- TLS -----------------------------------------------------------------------------------


async def test_bots_are_served_over_tls(certificate):
    """With a certificate the referee may listen where others can reach it, and serves TLS alone."""
    tls = Tls(certificate / "cert.pem", certificate / "key.pem")
    async with Referee(Options("0.0.0.0:0", tls=tls)) as referee:
        port = referee.address.rpartition(":")[2]
        trusted = grpc.ssl_channel_credentials((certificate / "cert.pem").read_bytes())
        async with aio.secure_channel(f"localhost:{port}", trusted) as channel:
            assert await _serving(channel)
        async with aio.insecure_channel(f"localhost:{port}") as channel:
            with pytest.raises(aio.AioRpcError):
                await _serving(channel)


async def test_certificates_of_bots_can_be_asked_for(certificate):
    """Where bots must show a certificate, one without is not let in."""
    files = certificate / "cert.pem", certificate / "key.pem"
    async with Referee(Options("127.0.0.1:0", tls=Tls(*files, clients=files[0]))) as referee:
        where = referee.address.replace("127.0.0.1", "localhost")
        cert, key = (file.read_bytes() for file in files)
        stranger = grpc.ssl_channel_credentials(cert)
        async with aio.secure_channel(where, stranger) as channel:
            with pytest.raises(aio.AioRpcError):
                await _serving(channel)
        known = grpc.ssl_channel_credentials(cert, key, cert)
        async with aio.secure_channel(where, known) as channel:
            assert await _serving(channel)


async def test_a_certificate_that_can_not_be_used_is_refused(certificate, tmp_path):
    """A file that is missing or is no certificate is named before anything listens."""
    cert, key = certificate / "cert.pem", certificate / "key.pem"
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nonsense")
    for tls, words in (
        (Tls(tmp_path / "none.pem", key), "certificate: can't read"),
        (Tls(cert, tmp_path / "none.pem"), "key: can't read"),
        (Tls(nonsense, key), "nonsense.pem"),
        (Tls(cert, key, clients=nonsense), "clients: "),
    ):
        with pytest.raises(BadTls, match=words):
            async with Referee(Options("127.0.0.1:0", tls=tls)):
                pass


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    """A folder with a certificate for localhost that trusts itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    make = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost"
    make += " -addext subjectAltName=DNS:localhost"
    subprocess.run(["openssl", *make.split()], cwd=folder, check=True, capture_output=True)
    return folder


# --- health and reflection -----------------------------------------------------------------


async def _serving(channel: aio.Channel) -> bool:
    stub = health_pb2_grpc.HealthStub(channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=SERVICE))
    return answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_health_is_served():
    """The health service says that the referee serves."""
    async with room() as here, aio.insecure_channel(here.referee.address) as channel:
        assert await _serving(channel)


async def test_reflection_is_served():
    """A tool like grpcurl finds the services and the message types, without a token."""
    ask = reflection_pb2.ServerReflectionRequest
    asked = [ask(list_services=""), ask(file_containing_symbol=SERVICE)]
    async with room() as here, aio.insecure_channel(here.referee.address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        listed, found = [answer async for answer in stub.ServerReflectionInfo(iter(asked))]
    services = {service.name for service in listed.list_services_response.service}
    assert services == {
        SERVICE,
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
    }
    assert b"RefereeService" in found.file_descriptor_response.file_descriptor_proto[0]


# --- stopping ------------------------------------------------------------------------------


async def test_a_stop_hands_running_deals_back():
    """A referee that stops at once hands its deals back as nobody's, and tells every bot."""
    async with room(plan(deal_count=6, deals_at_once=2)) as here:
        bots = await here.seated(deals_at_once=2)
        await request_of(bots)
        await here.referee.stop()
        assert (await here.over()).end is LegEnd.CALLED_OFF
        assert not here.deals
        for bot in bots:
            heard = await bot.to_end()
            assert names(heard)[-4:] == ["notice", "deal_ended", "deal_ended", "leg_ended"]
            assert heard[-4].notice.kind == session_pb2.NOTICE_KIND_STOPPING
            assert heard[-2].deal_ended.reason == leg_pb2.DEAL_END_REASON_CALLED_OFF
            assert heard[-1].leg_ended.reason == leg_pb2.LEG_END_REASON_CALLED_OFF


async def test_a_drain_lets_running_deals_finish():
    """Running deals are played to their end, no new one begins, and nobody new is let in."""
    async with room(plan(deal_count=50, deals_at_once=3)) as here:
        bots = await here.seated(deals_at_once=3)
        seat, _ = await request_of(bots)
        stopping = asyncio.create_task(here.referee.stop(drain_seconds=60))
        await bots[seat].until("notice")
        late = await here.bot(seat)
        await late.send(hello())
        assert (await late.refusal()).reason in (
            session_pb2.REFUSAL_REASON_STOPPING,
            session_pb2.REFUSAL_REASON_ACCESS,
        )
        open_requests = [
            entry.decision_requested
            for entry in bots[seat].heard
            if entry.HasField("decision_requested")
        ]
        await bots[seat].send(*map(pass_always, open_requests))
        await asyncio.gather(*(bot.play(pass_always) for bot in bots))
        await stopping
        assert (await here.over()).end is LegEnd.CALLED_OFF
        assert sorted(deal.number for deal in here.deals) == [0, 1, 2]
        assert not any(deal.cause for deal in here.deals)


async def test_a_lost_bot_may_come_back_during_a_drain():
    """A bot whose connection breaks while the referee stops may take its session up again."""
    async with room() as here:
        bots = await here.seated()
        seat, _ = await request_of(bots)
        stopping = asyncio.create_task(here.referee.stop(drain_seconds=60))
        await bots[seat].until("notice")
        again = await here.bot(seat)
        token = bots[seat].heard[0].welcome.resume_token
        await again.send(hello(resume_token=token), ready())
        await asyncio.gather(again.play(), bots[1 - seat].play())
        await stopping
        assert not here.deals[0].cause


async def test_a_stop_ends_every_stream():
    """Streams in any state end with the referee: silent ones, and those that wait for a leg."""
    async with room() as here:
        silent, waiting = await here.bot(0), await here.bot(1)
        await waiting.sit_down()
        await here.referee.stop()
        assert names(await waiting.to_end())[-1] == "leg_ended"
        with pytest.raises((aio.AioRpcError, asyncio.CancelledError)):
            await silent.to_end()
        with pytest.raises(RefereeError, match="is stopping"):
            here.open(plan())


async def test_a_table_that_is_closed_lets_its_bots_go():
    """Closing a table calls off its leg; its tokens open nothing any more."""
    async with room() as here:
        bots = await here.seated()
        await request_of(bots)
        here.referee.close_table(here.table)
        for bot in bots:
            assert names(await bot.to_end())[-1] == "leg_ended"
        assert (await (await here.bot(0)).refusal()).reason == session_pb2.REFUSAL_REASON_ACCESS


# --- failures that are no bot's ------------------------------------------------------------


class FullDiskError(Exception):
    pass


@pytest.mark.parametrize("how", ["answer", "timer"])
async def test_a_result_that_can_not_be_kept_ends_the_leg(how, caplog):
    """What `on_deal` raises ends the leg with that error, wherever the deal was ended from."""

    def full(_):
        raise FullDiskError

    leg = plan(deal_count=3, deals_at_once=2, policy=quick_faults())
    async with room(leg, on_deal=full) as here:
        bots = await here.seated(deals_at_once=2)
        seat, _ = await request_of(bots)
        if how == "answer":
            await bots[seat].send(goodbye())
        else:
            bots[seat].vanish()
        with pytest.raises(FullDiskError):
            await here.over()
        heard = await bots[1 - seat].to_end()
        reasons = [entry.deal_ended.reason for entry in heard if entry.HasField("deal_ended")]
        assert reasons == [leg_pb2.DEAL_END_REASON_CALLED_OFF] * 2
        assert "leg failed" in caplog.text


async def test_a_fault_of_ours_is_not_the_bots(monkeypatch):
    """An error in reading a bot's answer ends the leg with it, and blames no bot."""

    def broken(_):
        raise ZeroDivisionError

    monkeypatch.setattr("conquian_server.referee.stream.decode_decision", broken)
    async with room() as here:
        bots = await here.seated()
        seat, request = await request_of(bots)
        await bots[seat].send(pass_always(request))
        with pytest.raises(ZeroDivisionError):
            await here.over()
        assert not here.deals


async def test_the_referee_is_quiet(capfd, caplog):
    """A leg with a lost and a refused bot prints nothing and logs no warning."""
    async with room(plan(deal_count=2)) as here:
        await (await here.stranger("wrong")).refusal()
        bots = await here.seated()
        seat, _ = await request_of(bots)
        bots[seat].vanish()
        fresh = await here.bot(seat)
        while not here.table.over.done():
            fresh = await here.bot(seat)
            await fresh.send(hello(), ready())
            await asyncio.gather(fresh.play(), bots[1 - seat].play())
    assert capfd.readouterr() == ("", "")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("make", [lambda: Limits(sessions=0), lambda: Keepalive(seconds=-1.0)])
async def test_a_bound_must_be_positive(make):
    """A bound that would let nobody play is refused by name."""
    with pytest.raises(ValueError, match=r"^se\w+: must be more than 0"):
        make()
