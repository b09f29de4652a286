"""What can go wrong between an interviewer and a bot; all of it is the bot's doing."""


class InterviewError(Exception):
    """Base of the errors of an interview; the words say what the bot did."""


class BotLeft(InterviewError):  # noqa: N818 - named for what the bot did
    """The bot ended its stream or its process while it was wanted."""


class BotSilent(InterviewError):  # noqa: N818 - as above
    """What was awaited from the bot did not come in time."""


class BadHello(InterviewError):  # noqa: N818 - as above
    """What the bot began its stream with is no hello that a referee takes."""


class BadMessage(InterviewError):  # noqa: N818 - as above
    """What the bot sent is no message of the protocol, or larger than one may be."""
