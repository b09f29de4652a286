"""From the options of `conquian sprt` to a trial that can be played."""

from pathlib import Path

from conquian_server.launcher import BotManifest

from conquian_tournaments.cli import play_setup
from conquian_tournaments.cli.errors import BadInput
from conquian_tournaments.crew import usual_places
from conquian_tournaments.rating.sequential import Hypotheses
from conquian_tournaments.rating.sprt import EloModel
from conquian_tournaments.report.names import with_version
from conquian_tournaments.trial import Trial

_MODELS = (EloModel.NORMALIZED, EloModel.LOGISTIC)  # those that mirrored pairs have


def prepare(
    bots: tuple[str, str],
    *,
    ruleset: str,
    seed: str | None,
    at_once: int,
    limit: float | None,
    unsafe: bool,
) -> Trial:
    """The trial that the options ask for.

    Raises:
        BadInput: an option can't be used; the error names it.
        LauncherError: a bot is not found, or its `bot.toml` is wrong.
        RulesError: the seed is no text.
    """
    setup = play_setup.prepare(
        bots,
        ruleset=ruleset,
        deals=1,
        seed=seed,
        at_once=at_once,
        target=None,
        clock=play_setup.Clock(limit, None, 0.0, None, no_clock=False),
        unsafe=unsafe,
    )
    first, second = setup.bots
    places = min(usual_places(), 2)
    return Trial((first, second), setup.plan, setup.seed, places, _labels(first, second))


def _labels(first: BotManifest, second: BotManifest) -> tuple[str, str]:
    """What the two are called: by their folders, too, where both have one name and version."""
    one, other = (with_version(bot.name, bot.version) for bot in (first, second))
    if one != other or first.folder == second.folder:
        return one, other
    places: tuple[Path | str, Path | str] = first.folder.name, second.folder.name
    if places[0] == places[1]:
        places = first.folder, second.folder
    return f"{one} in {places[0]}", f"{other} in {places[1]}"


def hypotheses(elo0: float, elo1: float, alpha: float, beta: float, model: str) -> Hypotheses:
    """The hypotheses that the options ask for.

    Raises:
        BadInput: an option can't be used; the error names it.
    """
    if model not in _MODELS:
        raise BadInput(f"--model: {model!r} is not one of {', '.join(_MODELS)}")
    try:
        return Hypotheses(elo0, elo1, alpha, beta, EloModel(model))
    except ValueError as error:
        fields, colon, reason = str(error).partition(": ")
        raise BadInput(f"--{fields.replace(', ', ', --')}{colon}{reason}") from None
