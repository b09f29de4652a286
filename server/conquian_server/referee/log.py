"""The referee's log: structured events through the standard `logging`, so quiet unless asked for.

Show it with `logging.basicConfig(level="INFO")`.
"""

import logging
from typing import cast

import structlog

log = cast(
    structlog.stdlib.BoundLogger,
    structlog.wrap_logger(
        logging.getLogger("conquian.referee"),
        wrapper_class=structlog.stdlib.BoundLogger,
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["event"]),
        ],
    ),
)
