"""The address of a referee, and a connection by TLS."""

import asyncio
import shutil
import subprocess

import grpc.aio
import pytest
from conquian import UsageError
from conquian.bot import BotMaker
from conquian.client import Client
from conquian.connection import Address, read_ca
from conquian.v1 import referee_pb2_grpc

from tests.sdk import entries as say
from tests.sdk.bots import passer
from tests.sdk.script import ScriptedReferee


@pytest.mark.parametrize(
    "target", ["unix:/run/referee", "unix:r", "localhost:7000", "[::1]:65535", "h:1"]
)
def test_usable_addresses(target):
    """A socket's path, and a host with its port."""
    assert Address(target).target == target


@pytest.mark.parametrize(
    "target",
    [
        *("", "localhost", ":1", "host:", "host:x", "/run/referee", "unix:"),
        *("host:0", "host:65536", "host:99999", "host:-1", "host:²", "host:" + "9" * 5000),
    ],
)
def test_unusable_addresses(target):
    """The error shows the address and the two forms that will do."""
    with pytest.raises(UsageError, match="give host:port or unix:/path") as caught:
        Address(target)
    assert repr(target) in str(caught.value)


@pytest.fixture
def certificate(tmp_path):
    """A key and a self-signed certificate for localhost, as files."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = f"{program} req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 2"
    words += " -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(
        [*words.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    return key, certificate


def test_a_session_by_tls(certificate):
    """With the certificates to trust, the token goes over an encrypted connection."""
    key, trusted = certificate
    metadata = []

    async def script(line):
        metadata.append(line.metadata)
        await line.hear()
        await line.say(say.welcome(), say.leg_started(), say.deal_started(1), say.asked(11, 1))
        assert await line.hear_answers(1) == [11]
        await line.say(say.deal_ended(1))

    async def play():
        referee = ScriptedReferee((script,))
        server = grpc.aio.server()
        referee_pb2_grpc.add_RefereeServiceServicer_to_server(referee, server)
        credentials = grpc.ssl_server_credentials([(key.read_bytes(), trusted.read_bytes())])
        port = server.add_secure_port("localhost:0", credentials)
        await server.start()
        address = Address(f"localhost:{port}", "secret", read_ca(str(trusted)))
        async with asyncio.timeout(20):
            await Client(BotMaker(passer()), address).run()
        await server.stop(None)
        referee.check()

    asyncio.run(play())
    assert metadata[0]["authorization"] == "Bearer secret"
