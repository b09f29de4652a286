"""A deal played by a second reading of docs/rules.md sections 4 to 8, slow and plain.

An action is a tuple (kind, layout, discard); a ruleset is a dict of the fields of section 3.
"""

from tests.rules.reference_melds import (
    action_text,
    extends_a_meld,
    layouts_adding,
    layouts_with_faced,
    layouts_without_faced,
)

PASS, DEMAND, WAIVE = (("pass", None, None), ("demand", None, None), ("waive", None, None))
POINTS = {rank: int(rank) for rank in "234567"} | dict.fromkeys("JQK", 10) | {"A": 15}


class ReferenceDeal:
    """A deal that is played by changing it: hands, layouts and the card in play, as they lie."""

    def __init__(self, rules, deck, dealer, seats):
        self.rules, self.seats = rules, seats
        self.pone = (dealer + 1) % seats
        self.hands = [set() for _ in range(seats)]
        self.layouts = [frozenset() for _ in range(seats)]
        self.stock = list(deck)
        for _ in range(rules["hand_size"]):
            for seat in self.from_seat(self.pone):
                self.hands[seat].add(self.stock.pop(0))
        self.dead = []
        self.faced = self.seat = self.asked = self.winner = self.reason = None
        if rules["initial_upcard"]:
            self.face(self.stock.pop(0), offers=self.from_seat(self.pone), next_turner=self.pone)
        else:
            self.turn(self.pone)

    def from_seat(self, seat):
        """All seats in turn order, beginning with `seat`."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    def turn(self, seat):
        """Section 5, turning: the next stock card, or a drawn deal."""
        if self.stock:
            after = (seat + 1) % self.seats
            card = self.stock.pop(0)
            self.face(card, offers=self.from_seat(seat), next_turner=after, turned_by=seat)
        else:
            self.finish("stock_exhausted")

    def face(self, card, *, offers, next_turner, turned_by=None):
        """Section 5, offering: `card` is in play and will be offered to `offers` in order."""
        self.faced, self.offers, self.passed = card, list(offers), []
        self.next_turner, self.turned_by = next_turner, turned_by
        self.offer_on()

    def offer_on(self):
        """Offer the card to the next seat; when there is none left it is dead."""
        if self.offers:
            self.seat, self.asked = self.offers.pop(0), "meld_or_pass"
        else:
            self.dead.append(self.faced)
            self.turn(self.next_turner)

    def finish(self, reason, winner=None):
        """The deal is over."""
        self.reason, self.winner = reason, winner
        self.faced = self.seat = self.asked = None

    def legal(self):
        """Every legal action by its canonical text; section 6."""
        if self.reason is not None:
            return {}
        if self.asked == "demand_or_waive":
            actions = [DEMAND, WAIVE]
        elif self.asked == "forced_meld":
            actions = self.forced_melds()
        else:
            actions = [PASS, *self.melds(), *self.hand_melds()]
        return {action_text(action): action for action in actions}

    def has_hand_melds(self):
        """Section 6, hand melds: allowed to the seat that turned the card from the stock."""
        return self.rules["hand_melds"] == "own_stock_card" and self.turned_by == self.seat

    def melds(self):
        """Section 6, meld: with the faced card."""
        layout, hand = self.layouts[self.seat], self.hands[self.seat]
        found = layouts_with_faced(
            layout, frozenset(hand), self.faced, self.rules, hand_melds=self.has_hand_melds()
        )
        return [action for new, laid in found for action in self.with_discards(new, hand - laid)]

    def hand_melds(self):
        """Section 6, hand melds without the faced card."""
        if not self.has_hand_melds():
            return []
        layout, hand = self.layouts[self.seat], frozenset(self.hands[self.seat])
        new_layouts = layouts_without_faced(layout, hand, self.rules)
        return [("meld_pass", new, None) for new in new_layouts]

    def forced_melds(self):
        """Section 6, force: what a forced seat may do."""
        if self.rules["forced_play"] == "any":
            return self.melds()
        layout, hand = self.layouts[self.seat], self.hands[self.seat]
        new_layouts = layouts_adding(layout, self.faced, self.rules)
        return [action for new in new_layouts for action in self.with_discards(new, hand)]

    def with_discards(self, layout, left):
        """Section 6: the discard is any card left in the hand, and none when the seat goes out."""
        if sum(map(len, layout)) == self.rules["hand_size"] + 1:
            return [("meld", layout, None)]
        return [("meld", layout, card) for card in left]

    def play(self, action):
        """Sections 5 and 6: what follows from an action of the asked seat."""
        kind, layout, discard = action
        if kind == "demand":
            self.seat, self.asked = self.passed[-1], "forced_meld"
        elif kind == "waive":
            self.question_on()
        elif kind == "meld":
            self.lay(layout)
            self.discard_or_win(discard)
        else:
            if kind == "meld_pass":
                self.lay(layout)
            self.passes()

    def lay(self, layout):
        """The seat's table is `layout` now, and what came from the hand has left it."""
        self.layouts[self.seat] = layout
        self.hands[self.seat] -= frozenset().union(*layout)

    def discard_or_win(self, discard):
        """Section 5, somebody takes it."""
        if sum(map(len, self.layouts[self.seat])) == self.rules["hand_size"] + 1:
            self.finish("went_out", winner=self.seat)
            return
        self.hands[self.seat].remove(discard)
        _, *others = self.from_seat(self.seat)
        self.face(discard, offers=others, next_turner=others[0])

    def passes(self):
        """Section 6, force: ask the others when the passed card is forcible on the seat."""
        self.passed.append(self.seat)
        covered = self.rules["force_scope"] == "any" or self.turned_by != self.seat
        if covered and extends_a_meld(self.layouts[self.seat], self.faced, self.rules):
            _, *self.questions = self.from_seat(self.seat)
            self.question_on()
        else:
            self.offer_on()

    def question_on(self):
        """Ask the next of the others; when all have waived the offer goes on."""
        if self.questions:
            self.seat, self.asked = self.questions.pop(0), "demand_or_waive"
        else:
            self.offer_on()

    def points(self):
        """Section 7: each seat's points with a multiplier of 1, at the end that was reached."""
        if self.winner is None:
            return [0] * self.seats
        others = [seat for seat in range(self.seats) if seat != self.winner]
        points = [0] * self.seats
        if self.rules["payment"] == "stake":
            for seat in others:
                points[seat] -= 1
                points[self.winner] += 1
        else:
            points[self.winner] = sum(self.hand_points(seat) for seat in others)
        return points

    def forfeit_points(self, offender):
        """Section 7: each seat's points if `offender` forfeited here."""
        if self.rules["payment"] == "stake":
            points = [1] * self.seats
            points[offender] = -(self.seats - 1)
        else:
            points = [max(1, self.hand_points(offender))] * self.seats
            points[offender] = 0
        return points

    def hand_points(self, seat):
        """Section 7: what the cards in a hand are worth."""
        return sum(POINTS[card[0]] for card in self.hands[seat])
