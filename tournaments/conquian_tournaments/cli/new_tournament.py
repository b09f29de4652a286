"""The work of `conquian tournament new`."""

import shlex
from pathlib import Path

import typer

from conquian_tournaments.cli.errors import BadInput

TEMPLATE = """\
# A tournament of bots that play Conquian. `conquian run` plays it, and goes on where it stopped.
# What begins with a '#' is a comment; where it is a field, that is what it is when left out.

# name = "league"          # shown to people; the file's name if left out
# ruleset = "classic"      # or "hoyle", "nine-card", { base = "classic", hand_size = 9 }

# --- who meets whom ---------------------------------------------------------------------------

format = "round-robin"     # everyone meets everyone
decks = 50                 # each two that meet play so many decks, each in both seatings
# cycles = 1               # how often everyone meets everyone

# Instead of these, one of:
#
# format = "double-round-robin"  # as "round-robin" with cycles = 2
# decks = 50
#
# format = "gauntlet"      # the first entrants meet all others, but not each other
# decks = 50
# runners = 1              # how many are the first
# cycles = 1
#
# format = "swiss"         # in each round everyone meets somebody new who has done as well
# decks = 50
# rounds = 5               # left out, as many as a knockout would have, where there are enough bots
#
# format = "knockout"      # whoever loses is out; the best bot should stand first in this file
# best_of = 5              # so many decks decide a match, each in both seatings
# extra_decks = 5          # and up to so many more while it is level; as best_of if left out
#
# format = "tables"        # each three, or each four, meet once
# ruleset = "nine-card"    # which so many can play
# seats = 3
# decks = 50               # so many at each table, each in all rotations of the seats

# --- how it is played -------------------------------------------------------------------------

# seed = "my words"        # left out, decks are drawn in secret and published at the end
# deals_at_once = 1        # how many deals two bots may play at a time, where both can
# workers = 1              # legs side by side; left out, one for every two cores of the machine
# executor = "tcp://localhost:8786"  # a Dask cluster whose workers play; left out, this machine's
# ledger = "league.ledger" # where all is recorded, beside this file; left out, the file's name

[clock]                    # seconds
# limit = 10               # for each decision; or, instead of it,
# bank = 60                # for all decisions of a deal together,
# increment = 0            # and what each decision adds to the bank
# warm_up = 10             # for a bot that has started, before its clocks run; more if a bot asks

[faults]
# incidents = 3            # after so many a bot forfeits the rest of its leg
# grace = 5                # seconds that a bot whose connection is lost has to come back
# arrival = 30             # seconds that a bot has to start

# --- who plays --------------------------------------------------------------------------------

[[entrants]]
bot = "greedy"             # a shipped or registered bot, a folder with a bot.toml, or a command
# name = "greedy"          # unique here; the bot's own name if left out
# trusted = false          # true: it is your own, and runs as in your terminal, without a sandbox

# A bot that is started elsewhere has a name alone; the run says which token it comes with. At the
# top of this file there must then be where it comes in, and can be how long it is waited for:
#
# listen = "127.0.0.1:4711"
# wait_seconds = 60
#
# [[entrants]]
# remote = true
# name = "guest"

[[entrants]]
bot = "outs"

[[entrants]]
bot = "random"
"""


def write(file: Path) -> None:
    """Write a file that is not there yet.

    Raises:
        BadInput: it is there, or can't be written.
    """
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(TEMPLATE)
    except FileExistsError:
        raise BadInput(f"{file}: there is such a file already; nothing was changed") from None
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    typer.echo(f"{file} is written; edit it, then: conquian run {shlex.quote(str(file))}")
