"""The signals that ask a program to stop in order."""

import signal

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a system that shuts down, a terminal that is closed."""


def heard() -> tuple[signal.Signals, ...]:
    """Those that stop this program; under `nohup` a closed terminal does not."""
    deaf = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return STOPPING[:-1] if deaf else STOPPING
