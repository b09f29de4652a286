"""Decides by chance, each legal decision as likely as any other.

It is the smallest bot there is, and the weakest that plays by the rules. Its random numbers come
from the seed of the deal, so that the same deal can be played again card by card.
"""

import conquian


class RandomBot(conquian.Bot):
    """Takes any decision that is legal."""

    name = "random"
    version = "1"

    def decide(self, observation: conquian.Observation) -> conquian.Decision:
        """One of the legal decisions, by chance."""
        return self.random.choice(observation.decisions())


if __name__ == "__main__":
    conquian.run(RandomBot)
