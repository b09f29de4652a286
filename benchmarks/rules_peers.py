"""The engines of others that ours is measured beside, each by the fastest calls it offers.

A peer is imported when its adapter is made, so a missing one is one `ImportError`.
"""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from random import Random
from typing import Any

from rules_ours import LegalCall, Playout

_DEALING_SEED = 7
_ENDLESS = sys.maxsize
_LONGEST_RLCARD_DEAL = 200  # where its settings end a deal


class OpenSpiel:
    """OpenSpiel's gin rummy by the cheapest calls that it offers to Python."""

    name = "OpenSpiel gin_rummy"
    loop = "legal_actions, apply_action; Observer.set_from"

    def __init__(self) -> None:
        import pyspiel  # noqa: PLC0415 - a peer may be missing
        from open_spiel.python.observation import make_observation  # noqa: PLC0415 - the same

        self.version = version("open_spiel")
        self._game: Any = pyspiel.load_game("gin_rummy")
        self._observer: Any = make_observation(self._game)
        self._terminal = int(pyspiel.PlayerId.TERMINAL)

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`.

        At a chance node `legal_actions` lists the outcomes, which are equally likely here.
        """
        random = rng.random
        state = self._game.new_initial_state()
        decisions = nodes = 0
        while (seat := state.current_player()) != self._terminal:
            if seat >= 0:
                decisions += 1
                if observe:
                    self._observer.set_from(state, seat)
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            nodes += 1
        return Playout(decisions, nodes)

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """See `Engine.legal_calls`."""
        while True:
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    yield state.clone().legal_actions
                state.apply_action(rng.choice(state.legal_actions()))


class OpenSpielExample(OpenSpiel):
    """OpenSpiel's gin rummy in the loop of its own Python example."""

    name = "OpenSpiel, its example's loop"
    loop = "the same, chance by numpy.random.choice; observation_tensor"

    def __init__(self) -> None:
        super().__init__()
        import numpy as np  # noqa: PLC0415 - comes with the peer

        self._numpy_rng: Any = np.random.RandomState(_DEALING_SEED)

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`."""
        random = rng.random
        state = self._game.new_initial_state()
        decisions = nodes = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(self._numpy_rng.choice(outcomes, p=probabilities))
            else:
                if observe:
                    state.observation_tensor()
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                decisions += 1
            nodes += 1
        return Playout(decisions, nodes)


class RLCard:
    """RLCard's gin rummy through its environment, which encodes an observation at each step."""

    name = "RLCard gin-rummy"
    loop = "env.step, which always observes"

    def __init__(self) -> None:
        import rlcard  # noqa: PLC0415 - a peer may be missing

        self.version = version("rlcard")
        self._env: Any = rlcard.make("gin-rummy", config={"seed": _DEALING_SEED})

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`; it is the same with `observe` and without."""
        random = rng.random
        env = self._env
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random() * len(legal))])
            decisions += 1
        return Playout(decisions, decisions)

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """None: legal actions come only with an observation."""
        return iter(())


class RLCardInnerGame:
    """RLCard's gin rummy below its environment: plain lists of cards instead of tensors."""

    name = "RLCard, its inner game"
    loop = "judge.get_legal_actions, game.step, which always returns the next seat's cards"

    def __init__(self) -> None:
        from rlcard.games.gin_rummy import Game  # noqa: PLC0415 - a peer may be missing
        from rlcard.utils.seeding import np_random  # noqa: PLC0415 - the same

        self.version = version("rlcard")
        self._new_game: Any = Game
        self._dealing_rng, _ = np_random(_DEALING_SEED)

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`; it is the same with `observe` and without."""
        decisions = self._play(self._begin(), rng, _ENDLESS)
        return Playout(decisions, decisions)

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """See `Engine.legal_calls`; one call a deal, since copying a deal slows down its cards."""
        while True:
            game = self._begin()
            self._play(game, rng, rng.randrange(_LONGEST_RLCARD_DEAL))
            if not game.is_over():
                yield game.judge.get_legal_actions

    def _begin(self) -> Any:  # noqa: ANN401 - RLCard has no types
        game = self._new_game()
        game.np_random = self._dealing_rng
        game.init_game()
        return game

    def _play(self, game: Any, rng: Random, limit: int) -> int:  # noqa: ANN401 - the same
        """Play on, at most `limit` decisions; how many there were."""
        random, legal_actions = rng.random, game.judge.get_legal_actions
        decisions = 0
        while decisions < limit and not game.is_over():
            legal = legal_actions()
            game.step(legal[int(random() * len(legal))])
            decisions += 1
        return decisions


class PettingZoo:
    """PettingZoo's gin rummy: bare below its wrappers, observed in its documented loop."""

    name = "PettingZoo gin_rummy_v4"
    loop = "raw_env.step, next_legal_moves; env.last, its action mask, env.step"

    def __init__(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout is for the results
        import numpy as np  # noqa: PLC0415 - comes with the peer
        from pettingzoo.classic import gin_rummy_v4  # noqa: PLC0415 - a peer may be missing

        self.version = version("pettingzoo")
        self._flatnonzero: Any = np.flatnonzero
        self._env: Any = gin_rummy_v4.env()
        self._env.reset(seed=_DEALING_SEED)
        self._raw_env: Any = gin_rummy_v4.raw_env()
        self._raw_env.reset(seed=_DEALING_SEED)

    def playout(self, rng: Random, *, observe: bool) -> Playout:
        """See `Engine.playout`."""
        decisions = self._observed(rng) if observe else self._bare(rng)
        return Playout(decisions, decisions)

    def _bare(self, rng: Random) -> int:
        env, random = self._raw_env, rng.random
        env.reset()
        decisions = 0
        while not env.terminations[env.agent_selection]:
            legal = list(env.next_legal_moves)
            env.step(legal[int(random() * len(legal))])
            decisions += 1
        return decisions

    def _observed(self, rng: Random) -> int:
        env, random, flatnonzero = self._env, rng.random, self._flatnonzero
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                break
            legal = flatnonzero(observation["action_mask"])
            env.step(legal[int(random() * len(legal))])
            decisions += 1
        return decisions

    def legal_calls(self, rng: Random) -> Iterator[LegalCall]:
        """None: legal actions come only as the mask of an observation."""
        return iter(())


PEERS = (OpenSpiel, OpenSpielExample, RLCard, RLCardInnerGame, PettingZoo)
