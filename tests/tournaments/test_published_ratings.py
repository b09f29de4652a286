"""The published values of other programs in `vectors/ratings.json`, every one of them."""

import json
from pathlib import Path
from typing import Any

import pytest
import trueskill
from conquian_tournaments.rating import Tally, rate
from conquian_tournaments.rating.model import draw_margin, environment
from conquian_tournaments.rating.sprt import EloModel, log_likelihood_ratio
from conquian_tournaments.rating.statistics import summarize
from conquian_tournaments.schedule import pairings

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "ratings.json").read_text())
PLACES = {"nelo": 2, "nelo_err": 2, "elo": 2, "elo_err": 2, "los": 4, "score": 3}


def _entries(kind: str) -> list[Any]:
    found = [
        pytest.param(entry, id=str(entry.get("id", f"{kind}-{number}")))
        for number, entry in enumerate(VECTORS["match_statistics"] + VECTORS["other"])
        if entry["kind"] == kind
    ]
    assert found
    return found


def _environment(values: dict[str, float]) -> trueskill.TrueSkill:
    env = environment(values["draw_probability"])
    assert (env.mu, env.sigma, env.beta) == (values["mu"], values["sigma"], values["beta"])
    env.tau = values["tau"]
    return env


def _teams(env: trueskill.TrueSkill, groups: list[list[list[float]]]) -> list[tuple[Any, ...]]:
    return [tuple(env.create_rating(*member) for member in group) for group in groups]


@pytest.mark.parametrize("entry", VECTORS["trueskill"], ids=lambda entry: entry["id"])
def test_one_update(entry: dict[str, Any]) -> None:
    """The environment we rate with gives the published ratings after one result."""
    env = _environment(entry["env"])
    rated = env.rate(_teams(env, entry["groups"]), entry["ranks"], entry["weights"])
    moments = [value for group in rated for rating in group for value in rating]
    expected = [value for group in entry["expect"] for member in group for value in member]
    assert moments == pytest.approx(expected, abs=entry["tol"])


@pytest.mark.parametrize(
    "entry",
    [entry for entry in VECTORS["trueskill"] if entry["quality"] is not None],
    ids=lambda entry: entry["id"],
)
def test_quality(entry: dict[str, Any]) -> None:
    """The environment we rate with gives the published quality of a match."""
    env = _environment(entry["env"])
    quality = env.quality(_teams(env, entry["groups"]))
    assert quality == pytest.approx(entry["quality"], abs=0.0005)


@pytest.mark.parametrize("entry", _entries("sprt_llr"))
def test_log_likelihood_ratio(entry: dict[str, Any]) -> None:
    """A test's log-likelihood ratio is the published one, to its tolerance or its last digit."""
    ratio = log_likelihood_ratio(
        entry["counts_worst_to_best"], entry["elo0"], entry["elo1"], EloModel(entry["model"])
    )
    assert ratio == pytest.approx(entry["expect"], rel=0, abs=_tolerance(entry))


def _tolerance(entry: dict[str, Any]) -> float:
    if "rel_tol" in entry:
        return float(entry["rel_tol"] * abs(entry["expect"]))
    return _half_of_last_digit(entry["expect"])


def _half_of_last_digit(value: float) -> float:
    return float(0.5001 * 10 ** -len(str(value).partition(".")[2]))


@pytest.mark.parametrize("entry", _entries("elo_summary"))
def test_summary(entry: dict[str, Any]) -> None:
    """A match's Elo, normalized Elo, their errors, superiority and score are the published ones."""
    _check_summary(entry["counts_worst_to_best"], entry["expect"])


def test_summary_beside_a_ratio() -> None:
    """What was published beside a ratio holds too: the score, its variance, both models' figures.

    The published likelihood of superiority is left out: it allows for the stopping rule of a
    sequential test, where ours is that of a match of fixed length.
    """
    entries = [entry for entry in VECTORS["match_statistics"] if "extra" in entry]
    assert entries
    for entry in entries:
        counts, extra = entry["counts_worst_to_best"], entry["extra"]
        _check_summary(counts, {"nelo": extra["nelo"], "score": extra["score"]})
        assert summarize(counts).variance == pytest.approx(extra["var_per_pair"], abs=0.5e-5)
        ratio = log_likelihood_ratio(counts, 0, 2.716, EloModel.LOGISTIC)
        # The other hypothesis was published to three decimals.
        assert ratio == pytest.approx(extra["logistic_llr_at_elo1_2_716"], abs=1e-4)


def _check_summary(counts: list[int], expected: dict[str, float]) -> None:
    summary = summarize(counts)
    ours = {
        "nelo": summary.normalized_elo,
        "nelo_err": summary.normalized_elo_error,
        "elo": summary.elo,
        "elo_err": summary.elo_error,
        "los": summary.estimate.superiority,
        "score": summary.estimate.score,
    }
    rounded = {name: round(ours[name], PLACES[name]) for name in expected}
    assert rounded == {name: round(value, PLACES[name]) for name, value in expected.items()}


@pytest.mark.parametrize("entry", _entries("los_trinomial"))
def test_superiority(entry: dict[str, Any]) -> None:
    """The likelihood of superiority of a match counted in three is the published one."""
    summary = summarize([entry["losses"], entry["draws"], entry["wins"]])
    assert summary.estimate.superiority == pytest.approx(entry["expect"], abs=entry["tol"])


@pytest.mark.parametrize("entry", _entries("draw_margin_1v1"))
def test_draw_margin(entry: dict[str, Any]) -> None:
    """The draw margin between two is the published one."""
    assert environment(0.1).beta == pytest.approx(entry["beta"])
    margin = draw_margin(entry["draw_probability"])
    assert margin == pytest.approx(entry["expect"], abs=entry["tol"])


@pytest.mark.parametrize("entry", _entries("batch_trueskill_3cycle"))
def test_batch(entry: dict[str, Any]) -> None:
    """Three entrants that beat each other in a circle get the published batch ratings."""
    tally = Tally()
    for winner, loser, _ in entry["games"]:
        tally.add(winner, loser)
    rated = rate(tally, draw_probability=entry["env"]["draw_probability"])
    assert {rating.entrant: [rating.mu, rating.sigma] for rating in rated.ratings} == {
        entrant: pytest.approx(moments, abs=0.0005) for entrant, moments in entry["expect"].items()
    }


@pytest.mark.parametrize("entry", _entries("berger"))
def test_berger_table(entry: dict[str, Any]) -> None:
    """A round robin is the published table, round by round and seat by seat."""
    table = [[tuple(map(int, pair.split("-"))) for pair in row.split()] for row in entry["rounds"]]
    planned: list[list[tuple[int, int]]] = [[] for _ in table]
    for pairing in pairings(2 * len(table[0])):
        planned[pairing.round].append((pairing.first + 1, pairing.second + 1))
    assert [sorted(row) for row in planned] == [sorted(row) for row in table]


def test_no_entry_is_left_out() -> None:
    """Every kind of entry in the file has a test above."""
    kinds = {entry["kind"] for entry in VECTORS["match_statistics"] + VECTORS["other"]}
    assert set(VECTORS) == {"trueskill", "match_statistics", "other"}
    assert kinds == {
        "sprt_llr",
        "elo_summary",
        "los_trinomial",
        "draw_margin_1v1",
        "batch_trueskill_3cycle",
        "berger",
    }
