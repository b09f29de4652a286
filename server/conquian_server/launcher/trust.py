"""How far a bot is trusted, and where it runs because of that."""

import enum


class Trust(enum.Enum):
    """How far whoever runs a bot trusts it.

    `STRANGER`: it runs in the sandbox or not at all.
    `UNSAFE`: a stranger's, but it runs without the sandbox where that can't be had.
    `NAMED`: its folder was named on the command line; likewise.
    `SHIPPED`: it ships with the product; likewise.
    `FULL`: a command that a user typed, or vouched for in a tournament's file; it runs as it would
    in a terminal.
    """

    STRANGER = "stranger"
    UNSAFE = "unsafe"
    NAMED = "named"
    SHIPPED = "shipped"
    FULL = "full"


class Tier(enum.Enum):
    """How well the machine is kept from a bot, as ledgers and screens say it."""

    SANDBOX = "bwrap"
    SANDBOX_IN_CGROUP = "bwrap+cgroup"
    PROCESS = "subprocess"
    UNSAFE_PROCESS = "subprocess (unsafe)"
    REMOTE = "remote"

    @property
    def is_sandbox(self) -> bool:
        """Whether bubblewrap holds it."""
        return self in (Tier.SANDBOX, Tier.SANDBOX_IN_CGROUP)
