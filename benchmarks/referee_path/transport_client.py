"""A client of the bare transport: it answers with the number of each request."""

import asyncio
import sys

import grpc.aio
from conquian.v1 import decision_pb2, referee_pb2, referee_pb2_grpc


async def main(address: str) -> None:
    """Answer until the server ends the stream: one task reads, one sends what is ready."""
    async with grpc.aio.insecure_channel(address) as channel:
        call = referee_pb2_grpc.RefereeServiceStub(channel).Play()
        ready: list[int] = []
        wake = asyncio.Event()
        sender = asyncio.create_task(_send(call, ready, wake))
        while isinstance(message := await call.read(), referee_pb2.PlayResponse):
            ready += [entry.decision_requested.request_id for entry in message.entries]
            wake.set()
        sender.cancel()


async def _send(call: grpc.aio.StreamStreamCall, ready: list[int], wake: asyncio.Event) -> None:
    while True:
        await wake.wait()
        wake.clear()
        message = referee_pb2.PlayRequest()
        for number in ready:
            decision = message.entries.add().decision
            decision.request_id = number
            decision.action = decision_pb2.ACTION_KIND_PASS
        ready.clear()
        await call.write(message)


asyncio.run(main(sys.argv[1]))
