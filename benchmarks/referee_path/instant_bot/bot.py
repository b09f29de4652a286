"""Answers at once: the first option with the first discard, else a pass or a waiver."""

import conquian


class InstantBot(conquian.Bot):
    """Thinks as little as can be, so that what is left is the way there and back."""

    name = "instant"
    deals_at_once = 128

    def decide(self, observation: conquian.Observation) -> conquian.Decision:
        """The first thing that comes."""
        if observation.options:
            option = observation.options[0]
            if not option.uses_faced:
                return option.lay_and_pass()
            return option.meld(None if option.goes_out else option.discards[0])
        if observation.kind is conquian.Kind.FORCE_QUESTION:
            return conquian.Waive()
        return conquian.Pass()


conquian.run(InstantBot)
