"""Bots for tests."""

import conquian


class Passer(conquian.Bot):
    """Passes, and keeps in the class what all its objects saw."""

    seen: list[conquian.Observation]

    def decide(self, observation):
        """Pass."""
        self.seen.append(observation)
        return conquian.Pass()


def passer() -> type[Passer]:
    """A class of its own, so that no test sees what another left."""

    class Fresh(Passer):
        name = "passer"
        version = "3"
        seen = []  # noqa: RUF012 - what the objects of this one class share, on purpose

    return Fresh
