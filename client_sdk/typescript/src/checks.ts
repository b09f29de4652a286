/** Checking a decision before it is sent, so that a slip is told and not just a lost deal. */

import { inspect } from "node:util";

import { type Card, numberOf } from "./cards.js";
import type { Decision } from "./decisions.js";
import { DecisionError } from "./errors.js";
import type { Kind, Observation, Option } from "./observation.js";
import { ActionKind, type Decision as Answer } from "./proto/conquian/v1/decision.js";

type Bare = Extract<Decision, { action: "pass" | "demand" | "waive" }>;

const MELD = "one of seen.options, as in `option.meld(discard)`";
const WANTED: Record<Kind, string> = {
  offer: `a card is offered: return pass() or ${MELD}`,
  forced: `the card is forced on you: return ${MELD}`,
  force_question:
    "you are asked whether to force the card on the seat that passed: return demand() or waive()",
};

const BARE = {
  pass: { action: ActionKind.PASS, kind: "offer" },
  demand: { action: ActionKind.DEMAND, kind: "force_question" },
  waive: { action: ActionKind.WAIVE, kind: "force_question" },
} as const satisfies Record<Bare["action"], { action: ActionKind; kind: Kind }>;

/**
 * What answers the request, if the decision can.
 *
 * @throws DecisionError when it can't; the words say why and what to do.
 */
export function answerTo(requestId: bigint, decision: Decision, seen: Observation): Answer {
  // A bot in plain JavaScript may return anything.
  switch ((decision as Decision | undefined)?.action) {
    case "pass":
    case "demand":
    case "waive":
      return bareAnswer(requestId, decision as Bare, seen);
    case "meld":
    case "lay_and_pass":
      return layingAnswer(requestId, decision as Exclude<Decision, Bare>, seen);
    default:
      throw new DecisionError(`decide() returned ${inspect(decision)}; ${WANTED[seen.kind]}`);
  }
}

function bareAnswer(requestId: bigint, decision: Bare, seen: Observation): Answer {
  const { action, kind } = BARE[decision.action];
  if (seen.kind !== kind) {
    throw new DecisionError(`${decision.action} is no answer here; ${WANTED[seen.kind]}`);
  }
  return { requestId, action, laid: undefined, discard: 0 };
}

function layingAnswer(
  requestId: bigint,
  decision: Exclude<Decision, Bare>,
  seen: Observation,
): Answer {
  checkOption(decision.option, seen);
  const laid = { $case: "optionIndex", value: decision.option.index } as const;
  if (decision.action === "lay_and_pass") {
    checkLayAndPass(decision.option);
    return { requestId, action: ActionKind.LAY_AND_PASS, laid, discard: 0 };
  }
  checkMeld(decision.option, decision.discard);
  const discard = decision.discard === undefined ? 0 : numberOf(decision.discard);
  return { requestId, action: ActionKind.MELD, laid, discard: discard as Answer["discard"] };
}

function checkOption(option: Option, seen: Observation): void {
  if (!seen.options.includes(option)) {
    throw new DecisionError(`${named(option)} is no option of this request; ${choice(seen)}`);
  }
}

function checkLayAndPass(option: Option): void {
  if (option.usesFaced) {
    throw new DecisionError(
      `${named(option)} takes the faced card: answer with option.meld(discard)`,
    );
  }
}

function checkMeld(option: Option, discard: Card | undefined): void {
  if (!option.usesFaced) {
    throw new DecisionError(
      `${named(option)} leaves the faced card out: answer with option.layAndPass()`,
    );
  }
  if (option.goesOut) {
    checkNoDiscard(option, discard);
  } else {
    checkDiscard(option, discard);
  }
}

function checkNoDiscard(option: Option, discard: Card | undefined): void {
  if (discard !== undefined) {
    throw new DecisionError(`you go out with ${named(option)}: discard nothing, option.meld()`);
  }
}

function checkDiscard(option: Option, discard: Card | undefined): void {
  const listed = option.discards.join(" ");
  if (discard === undefined) {
    throw new DecisionError(`a discard is needed with ${named(option)}; one of ${listed}`);
  }
  if (!option.discards.includes(discard)) {
    const why = option.handCards.includes(discard) ? "is laid with it" : "is no card of your hand";
    throw new DecisionError(`${inspect(discard)} ${why}; discard one of ${listed}`);
  }
}

function named(option: Option | undefined): string {
  return option === undefined ? "undefined" : `option ${option.index} (${option.toString()})`;
}

function choice(seen: Observation): string {
  if (seen.options.length > 0) return `the options are ${seen.options.join(", ")}`;
  return seen.kind === "offer" ? "nothing can be laid: return pass()" : WANTED[seen.kind];
}
