"""Where the product's own bots, SDKs, protocol and docs lie, in a checkout or installed."""

from pathlib import Path

from conquian_server.launcher.errors import LauncherError

_PACKAGES = Path(__file__).parents[2]
"""The folder that holds the installed packages; in a checkout, the folder `server`."""

_SHIPPED = _PACKAGES / "conquian_shipped"


def bots_folder() -> Path:
    """The folder of the bots that ship, one folder each."""
    return _folder("bots")


def sdk_folder(language: str) -> Path:
    """The sources of the SDK of a language.

    Raises:
        LauncherError: There is no such SDK.
    """
    if language not in sdk_languages():
        raise LauncherError(f"no SDK {language!r}; there are {', '.join(sdk_languages())}")
    return _folder("client_sdk") / language


def sdk_languages() -> tuple[str, ...]:
    """The languages whose SDK ships as sources, sorted; Python's is installed with the product."""
    folders = (path.name for path in _folder("client_sdk").iterdir() if path.is_dir())
    return tuple(sorted(name for name in folders if name != "python"))


def proto_folder() -> Path:
    """The protocol: the folder that `conquian/v1/*.proto` lie in."""
    return _folder("proto")


def docs_folder() -> Path:
    """The documentation: the folder that `bots.md` and the other pages lie in."""
    return _folder("docs")


def _folder(name: str) -> Path:
    installed = _SHIPPED / name
    return installed if _SHIPPED.is_dir() else _PACKAGES.parent / name
