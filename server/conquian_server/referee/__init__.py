"""The gRPC server at which bots play."""

from conquian_server.referee.errors import BadAddress, BadTls, RefereeError
from conquian_server.referee.hosted import LegReport, play_hosted_leg
from conquian_server.referee.keepers import BotExit, Share
from conquian_server.referee.lobby import Lobby
from conquian_server.referee.options import ANY_SILENCE, Keepalive, Limits, Options, Tls
from conquian_server.referee.server import Referee
from conquian_server.referee.table import Table

__all__ = [
    "ANY_SILENCE",
    "BadAddress",
    "BadTls",
    "BotExit",
    "Keepalive",
    "LegReport",
    "Limits",
    "Lobby",
    "Options",
    "Referee",
    "RefereeError",
    "Share",
    "Table",
    "Tls",
    "play_hosted_leg",
]
