/** What a bot is told of its deals beside its observations: ruleset, leg, start and end. */

import { type Card, numberedCards } from "./cards.js";
import type { Duration } from "./proto/google/protobuf/duration.js";
import {
  type DealEnded,
  DealEndReason,
  type DealStarted,
  type LegStarted,
} from "./proto/conquian/v1/leg.js";
import {
  Ace,
  DrawCarry,
  ForcedPlay,
  ForceScope,
  HandMelds,
  Payment,
  type Ruleset as RulesetMessage,
} from "./proto/conquian/v1/rules.js";
import { seededRandom } from "./random.js";
import { type Word, wordsOf } from "./words.js";

/** A ruleset with the fields and values of rules section 3. */
export interface Ruleset {
  /** The preset's name; empty when it is none of the presets. */
  readonly name: string;
  readonly seatsMin: number;
  readonly seatsMax: number;
  readonly handSize: number;
  /** Cards on its table with which a seat has gone out. */
  readonly goal: number;
  readonly ace: Word<typeof Ace>;
  readonly maxSequence: number;
  readonly initialUpcard: boolean;
  readonly handMelds: Word<typeof HandMelds>;
  readonly forceScope: Word<typeof ForceScope>;
  readonly forcedPlay: Word<typeof ForcedPlay>;
  readonly payment: Word<typeof Payment>;
  readonly drawCarry: Word<typeof DrawCarry>;
}

/** A run of deals with one seating. */
export interface Leg {
  /** Names the leg in the session. */
  readonly id: string;
  /** The ruleset of all its deals. */
  readonly ruleset: Ruleset;
  /** The bot's seat in all of them. */
  readonly seat: number;
  readonly seatCount: number;
  /** The name of each seat's bot; empty where they are hidden. */
  readonly seatNames: readonly string[];
  /** How many deals it has; the most there can be where there is a target. */
  readonly dealCount: number;
  /** The points with which a seat ends it; undefined when all deals are played. */
  readonly target: number | undefined;
}

/** A deal as it starts. */
export interface Deal {
  /** Its number in the leg, from 0. */
  readonly number: number;
  /** The seat that deals. */
  readonly dealer: number;
  /** The bot's own seat. */
  readonly seat: number;
  /** The cards dealt to it. */
  readonly hand: readonly Card[];
  /** A random number for the bot's own use; it tells nothing of the deck. */
  readonly seed: bigint;
  /** Like `Math.random`, from the seed: the same numbers again in the same deal. */
  readonly random: () => number;
  /** The leg that it belongs to. */
  readonly leg: Leg;
}

/** How a deal ended, with everything shown. */
export interface DealEnd {
  /** `called_off` when it is nobody's result; then nothing hidden is shown. */
  readonly reason: Word<typeof DealEndReason>;
  /** The seat that went out; undefined when none did. */
  readonly winner: number | undefined;
  /** The seat whose fault ended the deal; undefined when there was none. */
  readonly offender: number | undefined;
  /** Each seat's points before the multiplier. */
  readonly points: readonly number[];
  /** The whole deck, first dealt first. */
  readonly deck: readonly Card[];
  /** Each seat's cards at the end. */
  readonly hands: readonly (readonly Card[])[];
  /** The deal in one line of JSON (rules section 12). */
  readonly record: string;
  /** The milliseconds charged for each of the bot's decisions, in order. */
  readonly chargesMs: readonly number[];
}

const aceWord = wordsOf(Ace);
const handMeldsWord = wordsOf(HandMelds);
const forceScopeWord = wordsOf(ForceScope);
const forcedPlayWord = wordsOf(ForcedPlay);
const paymentWord = wordsOf(Payment);
const drawCarryWord = wordsOf(DrawCarry);
const endReasonWord = wordsOf(DealEndReason);

/** The ruleset that a message holds. */
export function readRuleset(message: RulesetMessage): Ruleset {
  return {
    ...message,
    ace: aceWord(message.ace),
    handMelds: handMeldsWord(message.handMelds),
    forceScope: forceScopeWord(message.forceScope),
    forcedPlay: forcedPlayWord(message.forcedPlay),
    payment: paymentWord(message.payment),
    drawCarry: drawCarryWord(message.drawCarry),
  };
}

/** The leg that a message starts; undefined when it has no ruleset. */
export function readLeg(message: LegStarted): Leg | undefined {
  if (message.ruleset === undefined) return undefined;
  return {
    id: message.legId,
    ruleset: readRuleset(message.ruleset),
    seat: message.seat,
    seatCount: message.seatCount,
    seatNames: message.seatNames,
    dealCount: message.dealCount,
    target: message.target,
  };
}

/** The deal of `leg` that a message starts. */
export function readDeal(message: DealStarted, leg: Leg): Deal {
  return {
    number: message.number,
    dealer: message.dealer,
    seat: message.seat,
    hand: numberedCards(message.hand),
    seed: message.botSeed,
    random: seededRandom(message.botSeed),
    leg,
  };
}

/** The end that a message tells. */
export function readDealEnd(message: DealEnded): DealEnd {
  return {
    reason: endReasonWord(message.reason),
    winner: message.winner,
    offender: message.offender,
    points: message.points,
    deck: numberedCards(message.deck),
    hands: message.hands.map((hand) => numberedCards(hand.cards)),
    record: message.record,
    chargesMs: message.charges.map(milliseconds),
  };
}

/** A duration in milliseconds. */
export function milliseconds(duration: Duration): number {
  return Number(duration.seconds) * 1e3 + duration.nanos / 1e6;
}
