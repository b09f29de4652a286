"""The gRPC server at which bots play."""

from conquian_server.referee.errors import BadAddress, RefereeError
from conquian_server.referee.hosted import BotExit, LegReport, play_hosted_leg
from conquian_server.referee.options import Limits, Options, Tls
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table

__all__ = [
    "BadAddress",
    "BotExit",
    "LegReport",
    "Limits",
    "Options",
    "Referee",
    "RefereeError",
    "Table",
    "Tls",
    "play_hosted_leg",
]
