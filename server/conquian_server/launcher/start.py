"""A command that is ready to be started."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from conquian_server.launcher.sandbox.cgroup import BotGroup
from conquian_server.launcher.trust import Tier


@dataclass(frozen=True, slots=True)
class Start:
    """A command with all that it takes to start it.

    Attributes:
        command: Program and arguments.
        environment: All of its environment.
        files: Open files that it inherits.
        tier: Where it runs.
        group: The control group that it joins; None where it is in ours.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str]
    files: tuple[int, ...] = ()
    tier: Tier = Tier.PROCESS
    group: BotGroup | None = None

    def close(self) -> None:
        """It runs, and has its own copies of the files; or it can't be started."""
        for file in self.files:
            os.close(file)
