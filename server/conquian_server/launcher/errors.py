"""What can go wrong before a bot runs, or when it won't end."""

from pathlib import Path


class LauncherError(Exception):
    """Base of the errors of finding, building, starting and ending bots."""


class ManifestError(LauncherError):
    """A bot's folder does not describe a bot.

    Attributes:
        path: The file at fault.
        field: The key at fault, or None where the file as a whole is.
    """

    def __init__(self, path: Path, field: str | None, reason: str) -> None:
        super().__init__(f"{path}: {field}: {reason}" if field else f"{path}: {reason}")
        self.path = path
        self.field = field


class BotNotFound(LauncherError):  # noqa: N818 - the name users of the launcher expect
    """What a user typed names no bot."""


class RegistryError(LauncherError):
    """The registry of bots can't be used, or not so."""


class BuildError(LauncherError):
    """A bot's build command failed.

    Attributes:
        log: The end of what the build wrote.
    """

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(f"{message}; the end of its log:\n{log}" if log else message)
        self.log = log


class StartError(LauncherError):
    """A bot's run command could not be started."""


class FolderGoneError(LauncherError):
    """A bot's folder is not there any more, which is no fault of the bot's."""


class SandboxError(LauncherError):
    """A stranger's bot is not run, because no sandbox can hold it here."""
