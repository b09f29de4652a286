"""The referee's errors."""


class RefereeError(Exception):
    """Anything that keeps a referee from its work; its text says what to do."""


class BadAddress(RefereeError):  # noqa: N818 - named for what is wrong, as the rules' errors are
    """An address at which the referee can't listen."""


class BadTls(RefereeError):  # noqa: N818 - as above
    """Files of a certificate that can't be used."""
