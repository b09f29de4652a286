"""Scripted referees, served."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import grpc.aio
import pytest
from conquian.connection import Address
from conquian.v1 import referee_pb2_grpc

from tests.sdk.script import Script, ScriptedReferee


@pytest.fixture
def serving(tmp_path):
    """Serves scripts, each to one stream in turn, inside `async with`."""

    @contextlib.asynccontextmanager
    async def serve(*scripts: Script) -> AsyncIterator[Address]:
        address = Address(f"unix:{tmp_path}/referee")
        referee = ScriptedReferee(scripts)
        server = grpc.aio.server()
        referee_pb2_grpc.add_RefereeServiceServicer_to_server(referee, server)
        server.add_insecure_port(address.target)
        await server.start()
        try:
            async with asyncio.timeout(20):
                yield address
        finally:
            await server.stop(None)
        referee.check()

    return serve
