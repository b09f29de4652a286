/**
 * Lays whatever it can, and keeps the cards that go together.
 *
 * It looks no further than the cards before it: no counting, no thought of the opponent. All that
 * it computes are small whole numbers, and every tie is broken by the order of options or cards, so
 * that it decides the same in every language.
 */

import {
  type Card,
  type Decision,
  type Observation,
  type Option,
  pass,
  run,
  waive,
} from "conquian";

const SAME_RANK = 3;
const NEXT_IN_SUIT = 4;
const NEXT_BUT_ONE_IN_SUIT = 2;

/** Melds at once, never demands, discards what is worth least. */
function decide(seen: Observation): Decision {
  if (seen.kind === "force_question") return waive();
  const option = bestOption(seen.options);
  if (option === undefined) return pass();
  return option.usesFaced ? option.meld(worstCard(option.discards)) : option.layAndPass();
}

/** One that goes out, else one that takes the faced card, else one that lays most cards. */
function bestOption(options: readonly Option[]): Option | undefined {
  return options.toSorted(
    (one, other) =>
      Number(other.goesOut) - Number(one.goesOut) ||
      Number(other.usesFaced) - Number(one.usesFaced) ||
      other.handCards.length - one.handCards.length,
  )[0];
}

/** The card that goes least with the others, the lowest of several; undefined of no cards. */
function worstCard(cards: readonly Card[]): Card | undefined {
  return cards.toSorted((one, other) => worth(one, cards) - worth(other, cards))[0];
}

/** How well a card goes with the others of `cards`. */
function worth(card: Card, cards: readonly Card[]): number {
  return cards
    .filter((other) => other !== card)
    .reduce((sum, other) => sum + closeness(card, other), 0);
}

/** How much two cards do for each other, on the way to a group or a sequence. */
function closeness(one: Card, other: Card): number {
  if (one.rank === other.rank) return SAME_RANK;
  if (one.suit !== other.suit) return 0;
  const distance = Math.abs(one.rank - other.rank);
  if (distance === 1) return NEXT_IN_SUIT;
  return distance === 2 ? NEXT_BUT_ONE_IN_SUIT : 0;
}

await run({
  name: "greedy-typescript",
  version: "1",
  rulesets: ["classic", "hoyle", "nine-card"],
  dealsAtOnce: 32,
  newBot: () => ({ decide }),
});
