"""Bots that sit down and do nothing: `idle_clients.py ADDRESS TOKEN…`."""

import asyncio
import sys

from memory import sit_down

asyncio.run(sit_down(sys.argv[1], sys.argv[2:]))
