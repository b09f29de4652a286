"""A tail holds the end of what it was given, and no more."""

from conquian_server.launcher.tail import Tail
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.binary(max_size=20)), st.integers(1, 16))
def test_a_tail_is_the_end_of_the_stream(chunks: list[bytes], limit: int) -> None:
    """However the stream is cut, its last bytes are what is kept."""
    tail = Tail(limit)
    for chunk in chunks:
        tail.append(chunk)
        assert len(tail) <= limit
    assert tail.text() == b"".join(chunks)[-limit:].decode("utf-8", errors="replace")


def test_bytes_that_are_no_text_are_shown_all_the_same() -> None:
    """Garbage becomes replacement characters instead of an error."""
    tail = Tail()
    tail.append(b"ok \xff")
    assert tail.text() == "ok \N{REPLACEMENT CHARACTER}"
