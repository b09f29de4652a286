"""Seconds as `google.protobuf.Duration`."""

from google.protobuf.duration_pb2 import Duration

_NANOSECONDS = 1_000_000_000


def set_duration(message: Duration, seconds: float) -> None:
    """Write `seconds` into a duration, to the nanosecond."""
    message.seconds, message.nanos = divmod(round(seconds * _NANOSECONDS), _NANOSECONDS)
    message.SetInParent()  # zero is a value too
