"""The referee as a server: where it listens, and what else it serves."""

import asyncio
import shutil
import socket
import subprocess
from pathlib import Path

import grpc
import pytest
from conquian_server.referee import (
    BadAddress,
    BadTls,
    Options,
    Referee,
    Tls,
)
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from tests.referee.room import room

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
