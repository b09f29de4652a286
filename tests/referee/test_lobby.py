"""Bots that come by themselves: they wait for their legs, play them, and are told of the end."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conquian_server.launcher import BotManifest, BotProcess, Launcher
from conquian_server.match import DealOver, LegEnd, LegPlan
from conquian_server.referee import (
    LegReport,
    Lobby,
    Options,
    Referee,
    RefereeError,
    play_hosted_leg,
)
from conquian_server.rules import Reason
from conquian_server.wire import LegNames

from tests.referee.hosting import bot, changed, good
from tests.referee.room import plan, quick_faults

REFUSED = 4  # the exit status of the SDK's bots
TOKEN = "the token of a guest"


@dataclass
class House:
    """A referee with a lobby for one guest, and bots that a launcher of theirs starts."""

    folder: Path
    referee: Referee
    hosts: Launcher
    guests: Launcher
    lobby: Lobby
    deals: list[DealOver] = field(default_factory=list)

    async def guest(self, name: str, script: str, token: str = TOKEN) -> BotProcess:
        """A bot that was started elsewhere, and knows the outer address alone."""
        return await self.guests.start(bot(self.folder / name, script), self.referee.address, token)

    async def play(self, leg: LegPlan, host: BotManifest) -> LegReport:
        """A leg between a bot that is started here and the guest."""
        return await play_hosted_leg(
            self.referee,
            self.hosts,
            leg,
            LegNames("leg", ("host", "guest")),
            [host, self.lobby],
            bot_seed=lambda deal, seat: 2 * deal + seat,
            on_deal=self.deals.append,
        )


@asynccontextmanager
async def _house(folder: Path) -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory(prefix="house-") as socket:
        options = Options("127.0.0.1:0", inner=f"unix:{socket}/s")
        async with Launcher() as guests, Referee(options) as referee, Launcher() as hosts:
            yield House(folder, referee, hosts, guests, referee.open_lobby(TOKEN))


async def test_a_guest_plays_leg_after_leg(tmp_path):
    """A bot that comes early waits; started again after each leg, it plays the next one.

    When the referee stops a bot that waits is told that there is nothing more to play.
    """
    async with _house(tmp_path) as house:
        host = bot(tmp_path / "host", good())
        first = await house.guest("guest-0", good())
        await house.lobby.arrived.wait()
        for number in range(2):
            report = await house.play(plan(deal_count=5), host)
            assert report.over.end is LegEnd.PLAYED
            assert [ended.seat for ended in report.stopped] == [0]
            assert (await first.wait()).exit_code == 0
            first = await house.guest(f"guest-{number + 1}", good())
        assert [deal.number for deal in house.deals] == 2 * [0, 1, 2, 3, 4]
        assert not any(deal.cause for deal in house.deals)
        house.lobby.arrived.clear()
        await house.lobby.arrived.wait()
        await house.referee.stop()
        ended = await first.wait()
        assert ended.exit_code == REFUSED
        assert "there is no more to play here" in ended.stderr_tail


async def test_a_guest_that_comes_late_is_waited_for(tmp_path):
    """A leg that has begun takes its guest in when it comes."""
    async with _house(tmp_path) as house:
        playing = asyncio.create_task(
            house.play(plan(deal_count=3), bot(tmp_path / "host", good()))
        )
        assert not (await asyncio.wait({playing}, timeout=0.2))[0]
        await house.guest("guest", good())
        assert (await playing).over.end is LegEnd.PLAYED
        assert not any(deal.cause for deal in house.deals)


async def test_a_guest_that_never_comes_is_at_fault(tmp_path):
    """A guest that is not there in the time that a bot has to start forfeits the leg."""
    async with _house(tmp_path) as house:
        leg = plan(deal_count=3, policy=quick_faults(arrival=4.0, incidents=1))  # the host has time
        report = await house.play(leg, bot(tmp_path / "host", good()))
        assert report.over.end is LegEnd.SET_ASIDE
        assert {deal.position.result.offender for deal in house.deals} == {1}


async def test_a_guest_that_died_may_come_again(tmp_path):
    """A guest whose process ends in the middle forfeits what it held; another one plays on."""
    async with _house(tmp_path) as house:
        dies = changed(decide="if self.deal.number == 2: os._exit(1)")
        leg = plan(deal_count=6, policy=quick_faults())
        playing = asyncio.create_task(house.play(leg, bot(tmp_path / "host", good())))
        first = await house.guest("first", dies)
        await first.wait()
        await house.guest("second", good())
        assert (await playing).over.end is LegEnd.PLAYED
        faults = {deal.number: deal.position.result.reason for deal in house.deals if deal.cause}
        assert faults == {2: Reason.DISCONNECTED}
        assert len(house.deals) == 6


@pytest.mark.parametrize("token", ["", "another"])
async def test_a_stranger_is_refused(tmp_path, token):
    """A bot without the lobby's token is refused at once, and nobody is taken to have come."""
    async with _house(tmp_path) as house:
        stranger = await house.guest("stranger", good(), token)
        ended = await stranger.wait()
        assert ended.exit_code == REFUSED
        assert "opens no seat here" in ended.stderr_tail
        assert not house.lobby.arrived.is_set()


async def test_a_guest_that_plays_another_ruleset_is_out_at_once(tmp_path):
    """A guest that can't be taken is not waited for."""
    async with _house(tmp_path) as house:
        leg = plan(deal_count=3, policy=quick_faults(incidents=1))
        class_line = "class Bot(conquian.Bot):\n"
        other = good().replace(class_line, f"{class_line}    rulesets = ('hoyle',)\n")
        playing = asyncio.create_task(house.play(leg, bot(tmp_path / "host", good())))
        guest = await house.guest("guest", other)
        assert (await guest.wait()).exit_code == REFUSED
        assert (await playing).over.end is LegEnd.SET_ASIDE
        assert "classic is played here" in house.deals[0].cause


async def test_an_inner_address_in_use_is_refused(tmp_path):
    """An inner address that can't be listened on is refused as any address."""
    taken = tmp_path / "taken"
    taken.write_text("")
    with pytest.raises(RefereeError, match="exists already"):
        async with Referee(Options("127.0.0.1:0", inner=f"unix:{taken}")):
            pass
