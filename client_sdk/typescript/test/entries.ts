/** What a referee says in tests. */

import assert from "node:assert/strict";

import { card, numberOf } from "../src/cards.js";
import { readDeal, readLeg } from "../src/deals.js";
import { type Observation, readObservation } from "../src/observation.js";
import type {
  DecisionRequested,
  Option as OptionMessage,
} from "../src/proto/conquian/v1/decision.js";
import type { DealEnded } from "../src/proto/conquian/v1/leg.js";
import type { BotEntry, PlayResponse, RefereeEntry } from "../src/proto/conquian/v1/referee.js";
import type { Welcome } from "../src/proto/conquian/v1/session.js";

type AnyEntry = NonNullable<RefereeEntry["entry"]>;
type Entry<Case extends AnyEntry["$case"]> = Extract<AnyEntry, { $case: Case }>;
type CardNumber = DecisionRequested["options"][number]["handCards"][number];

const HAND = "AS 2S 3S 5S 5H KC";
const FACED = "4S";

/** One message with these entries. */
export function response(...entries: AnyEntry[]): PlayResponse {
  return { entries: entries.map((entry) => ({ entry })) };
}

export function welcome(value: Partial<Welcome> = {}): Entry<"welcome"> {
  const resumeToken = "secret";
  const limits = { dealsAtOnce: 32, maxMessageBytes: 1 << 20 };
  const filled = { sessionId: "s1", resumeToken, resumed: false, limits, clock: undefined };
  return { $case: "welcome", value: { ...filled, ...value } };
}

export function legStarted(legId = "leg"): Entry<"legStarted"> {
  const ruleset = {
    name: "classic",
    seatsMin: 2,
    seatsMax: 2,
    handSize: 10,
    goal: 11,
    ace: 2,
    maxSequence: 8,
    initialUpcard: false,
    handMelds: 1,
    forceScope: 1,
    forcedPlay: 1,
    payment: 1,
    drawCarry: 1,
  } as const;
  const table = { seat: 0, seatCount: 2, seatNames: [], dealCount: 9, target: undefined };
  return { $case: "legStarted", value: { legId, ruleset, ...table, clock: undefined } };
}

export function dealStarted(dealId: bigint, botSeed = 7n): Entry<"dealStarted"> {
  const where = { dealId, legId: "leg", number: Number(dealId), dealer: 1, seat: 0 };
  return { $case: "dealStarted", value: { ...where, hand: numbers(HAND), botSeed } };
}

/** The two options of the tests: one that takes the faced card, and one from the hand alone. */
export const OPTIONS: OptionMessage[] = [
  option("AS 2S 3S 4S", "AS 2S 3S", { usesFaced: true }),
  option("AS 2S 3S", "AS 2S 3S", { usesFaced: false }),
];

/** An option with which the seat goes out. */
export function outgoingOption(): OptionMessage {
  return { ...option("AS 2S 3S 4S", "AS 2S 3S", { usesFaced: true }), goesOut: true };
}

export function requested(
  requestId: bigint,
  dealId: bigint,
  value: Partial<DecisionRequested> = {},
): Entry<"decisionRequested"> {
  const request: DecisionRequested = {
    requestId,
    dealId,
    kind: 1,
    observation: observation(),
    options: [],
    timeToDeadline: undefined,
    bankLeft: undefined,
    history: [],
  };
  return { $case: "decisionRequested", value: { ...request, ...value } };
}

export function dealEnded(dealId: bigint, value: Partial<DealEnded> = {}): Entry<"dealEnded"> {
  const ended: DealEnded = {
    dealId,
    reason: 1,
    winner: 0,
    offender: undefined,
    points: [1, -1],
    deck: [],
    hands: [],
    record: "",
    charges: [],
  };
  return { $case: "dealEnded", value: { ...ended, ...value } };
}

export function notice(kind: 1 | 2): Entry<"notice"> {
  return { $case: "notice", value: { kind, sentence: "words" } };
}

/** What a bot sees of such a request, in deal 1. */
export function observed(value: Partial<DecisionRequested> = {}): Observation {
  const leg = readLeg(legStarted().value);
  assert.ok(leg);
  const deal = readDeal(dealStarted(1n).value, leg);
  const seen = readObservation(requested(1n, 1n, value).value, deal);
  assert.ok(seen);
  return seen;
}

/** The kinds of what a bot says, with the ids of the requests that it answers. */
export function told(entries: readonly BotEntry[]): string[] {
  return entries.map(({ entry }) => {
    const kind = entry?.$case ?? "nothing";
    return entry?.$case === "decision" ? `${kind} ${entry.value.requestId}` : kind;
  });
}

function option(melded: string, hand: string, rest: { usesFaced: boolean }): OptionMessage {
  const cards = numbers(melded);
  return { layout: [{ cards }], handCards: numbers(hand), goesOut: false, ...rest };
}

function observation(): DecisionRequested["observation"] {
  return {
    ruleset: "classic",
    seat: 0,
    dealer: 1,
    hand: numbers(HAND),
    tables: [{ melds: [] }, { melds: [{ cards: numbers("7H 7D 7C") }] }],
    faced: numbers(FACED)[0] ?? 0,
    facedOrigin: 1,
    facedBy: 0,
    passedSeats: [],
    askedSeat: 0,
    dead: numbers("JD"),
    stockCount: 19,
    handCounts: [6, 8],
    scores: [],
    multiplier: undefined,
    actionCount: 3,
  };
}

function numbers(text: string): CardNumber[] {
  return text.split(" ").map((each) => numberOf(card(each)) as CardNumber);
}
