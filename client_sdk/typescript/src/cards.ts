/** The forty cards, and how cards and melds are written (rules sections 1 and 11). */

import type { Meld as MeldMessage } from "./proto/conquian/v1/cards.js";

const RANKS = "A234567JQK";
const SUITS = "SHDC";

/**
 * One of the forty cards. There is one object a card, so cards are compared with `===` and may be
 * members of a `Set`. Get one with {@link card}, or all from {@link CARDS}.
 */
export class Card {
  /** From 0 to 39: ten times the suit's place in `SHDC`, plus the rank's in `A234567JQK`. */
  readonly index: number;
  /** 1 for the ace to 7 for the seven, then 8, 9, 10 for jack, queen and king. */
  readonly rank: number;
  /** 0 spades, 1 hearts, 2 diamonds, 3 clubs. */
  readonly suit: number;
  /** As it is written: `AS`, `7C`. */
  readonly text: string;

  /** @internal */
  constructor(index: number) {
    const suit = Math.floor(index / RANKS.length);
    this.index = index;
    this.suit = suit;
    this.rank = index - RANKS.length * suit + 1;
    this.text = RANKS.charAt(this.rank - 1) + SUITS.charAt(suit);
    Object.freeze(this);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }

  /** How `console.log` prints it. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.text;
  }
}

/** Cards of a meld, as they lie: a sequence in its order, a group by suits. */
export type Meld = readonly Card[];
/** Melds that lie together, ordered by the index of their first cards. */
export type Layout = readonly Meld[];

/** All cards, by index. */
export const CARDS: readonly Card[] = Array.from({ length: 40 }, (_, index) => new Card(index));

const BY_TEXT = new Map(CARDS.map((each) => [each.text, each]));

/**
 * The card that a text names, as in `card("7H")`.
 *
 * @throws RangeError when it names none.
 */
export function card(text: string): Card {
  const named = BY_TEXT.get(text);
  if (named === undefined) {
    throw new RangeError(`"${text}" is not a card; write rank then suit, as in 7H or JD`);
  }
  return named;
}

/** The melds as actions write them: `5S5H5D/6S7SJS`. */
export function layoutText(layout: Layout): string {
  return layout.map((meld) => meld.join("")).join("/");
}

/** A card's number in messages. */
export function numberOf(one: Card): number {
  return one.index + 1;
}

/** The card that a message numbers; undefined for none, or one that this version does not know. */
export function numberedCard(number: number): Card | undefined {
  return CARDS[number - 1];
}

/** The cards that a message numbers. */
export function numberedCards(numbers: readonly number[]): Card[] {
  return numbers.flatMap((number) => CARDS[number - 1] ?? []);
}

/** The melds of a message. */
export function readLayout(melds: readonly MeldMessage[]): Layout {
  return melds.map((meld) => numberedCards(meld.cards));
}
