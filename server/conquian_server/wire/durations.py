"""Seconds as `google.protobuf.Duration`."""

from google.protobuf.duration_pb2 import Duration

_NANOSECONDS = 1_000_000_000


def set_duration(message: Duration, seconds: float) -> None:
    """Write `seconds` into a duration, to the nanosecond."""
    whole = int(seconds)
    message.seconds = whole
    message.nanos = int((seconds - whole) * _NANOSECONDS)
    if seconds == 0:
        message.SetInParent()  # zero is a value too
