"""The bridge: a bot in any language, by lines of JSON on its standard input and output.

`python -m conquian.bridge -- ./my-bot` plays for a referee as any bot does, and starts `./my-bot`,
to which it says what the referee says, and from which it takes the answers. docs/bridge.md is the
guide to it.
"""

from conquian.bridge.bridge import BridgedBot, run
from conquian.bridge.errors import BridgeError

__all__ = ["BridgeError", "BridgedBot", "run"]
