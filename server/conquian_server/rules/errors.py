"""The rules engine's errors: one family, so that a caller can catch `RulesError` and show it."""


class RulesError(Exception):
    """Anything that the rules engine refuses; its text is written for a person."""


class Unreadable(RulesError):  # noqa: N818 - named for what is wrong, as its siblings are
    """A text that is no card, no deck or no action (rules sections 1 and 11)."""


class IllegalAction(RulesError):  # noqa: N818
    """A readable action that the rules forbid here (rules section 6).

    Attributes:
        code: the reason as one word, stable for programs (`discard_missing`, …).
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class BadConfiguration(RulesError):  # noqa: N818
    """A deal that can't be set up: a ruleset, deck, seat or dealer out of range.

    Attributes:
        field: the field at fault.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


class BadRecord(RulesError):  # noqa: N818
    """A deal's record that is not valid (rules section 12).

    Attributes:
        index: the first action at fault; the number of actions where they are legal but the
            result is another; None where no deal can be set up.
        code: the reason as one word.
        reason: the reason in words.
    """

    def __init__(self, index: int | None, code: str, reason: str) -> None:
        super().__init__(reason if index is None else f"action {index}: {reason}")
        self.index = index
        self.code = code
        self.reason = reason


_LONGEST_QUOTE = 60


def quoted(value: object) -> str:
    """A value as an error quotes it: in ASCII and cut short, whatever was given."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # thousands of digits, or as deeply nested
        text = f"{type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
