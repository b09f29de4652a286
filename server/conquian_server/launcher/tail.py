"""The last bytes of an output that may be endless."""

KEPT_BYTES = 64 * 1024


class Tail:
    """Keeps the end of a stream of bytes in bounded memory."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._kept = bytearray()

    def append(self, data: bytes) -> None:
        """Take more of the stream; what falls out at the front is forgotten."""
        self._kept += data
        del self._kept[: -self._limit]

    def __len__(self) -> int:
        return len(self._kept)

    def text(self) -> str:
        """What is kept, as UTF-8; bytes that are none show as replacement characters."""
        return self._kept.decode("utf-8", errors="replace")
