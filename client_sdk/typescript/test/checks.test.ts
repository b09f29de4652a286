import assert from "node:assert/strict";
import { test } from "node:test";

import { card } from "../src/cards.js";
import { answerTo } from "../src/checks.js";
import { type Decision, demand, pass, waive } from "../src/decisions.js";
import { DecisionError } from "../src/errors.js";
import type { Observation } from "../src/observation.js";
import { ActionKind } from "../src/proto/conquian/v1/decision.js";
import { observed, OPTIONS, outgoingOption } from "./entries.js";

function refused(decision: unknown, seen: Observation, words: RegExp): void {
  assert.throws(
    () => answerTo(1n, decision as Decision, seen),
    (error) => error instanceof DecisionError && words.test(error.message),
  );
}

test("a meld is sent as its option's number with the discard", () => {
  const seen = observed({ options: OPTIONS });
  const answer = answerTo(9n, first(seen).meld(card("KC")), seen);
  assert.deepEqual(answer, {
    requestId: 9n,
    action: ActionKind.MELD,
    laid: { $case: "optionIndex", value: 0 },
    discard: 40,
  });
});

test("lay and pass is sent without a discard", () => {
  const seen = observed({ options: OPTIONS });
  const answer = answerTo(9n, second(seen).layAndPass(), seen);
  assert.equal(answer.action, ActionKind.LAY_AND_PASS);
  assert.deepEqual(answer.laid, { $case: "optionIndex", value: 1 });
  assert.equal(answer.discard, 0);
});

test("going out is sent without a discard, and takes none", () => {
  const seen = observed({ options: [outgoingOption()] });
  assert.equal(answerTo(9n, first(seen).meld(), seen).discard, 0);
  refused(first(seen).meld(card("KC")), seen, /you go out with option 0 .*discard nothing/);
});

test("passing, demanding and waiving answer what they can answer", () => {
  const offer = observed();
  const question = observed({ kind: 3 });
  assert.equal(answerTo(1n, pass(), offer).action, ActionKind.PASS);
  assert.equal(answerTo(1n, demand(), question).action, ActionKind.DEMAND);
  assert.equal(answerTo(1n, waive(), question).action, ActionKind.WAIVE);
});

test("passing, demanding and waiving answer nothing else", () => {
  refused(demand(), observed(), /demand is no answer here; a card is offered: return pass\(\)/);
  refused(pass(), observed({ kind: 3 }), /pass is no answer here; .*return demand\(\) or waive/);
  refused(pass(), observed({ kind: 2 }), /pass is no answer here; the card is forced on you/);
});

test("a discard must be left in the hand, and is needed", () => {
  const seen = observed({ options: OPTIONS });
  refused(first(seen).meld(), seen, /a discard is needed .*one of 5S 5H KC/);
  refused(first(seen).meld(card("AS")), seen, /AS is laid with it; discard one of 5S 5H KC/);
  refused(first(seen).meld(card("7C")), seen, /7C is no card of your hand; discard one of 5S/);
});

test("an option is answered by the action that is its own", () => {
  const seen = observed({ options: OPTIONS });
  refused(first(seen).layAndPass(), seen, /option 0 \(AS2S3S4S\) takes the faced card/);
  refused(second(seen).meld(card("KC")), seen, /option 1 \(AS2S3S\) leaves the faced card out/);
});

test("an option of another request is refused", () => {
  const [seen, other] = [observed({ options: OPTIONS }), observed({ options: OPTIONS })];
  refused(first(other).meld(card("KC")), seen, /no option of this request; the options are/);
  refused(first(other).meld(card("KC")), observed(), /nothing can be laid: return pass\(\)/);
});

test("what is no decision is shown with what would be one", () => {
  refused(undefined, observed(), /decide\(\) returned undefined; a card is offered/);
  refused({ action: "fold" }, observed(), /decide\(\) returned \{ action: 'fold' \}/);
  refused({ action: "meld" }, observed({ options: OPTIONS }), /undefined is no option/);
});

function first(seen: Observation): Observation["options"][number] {
  const [option] = seen.options;
  assert.ok(option);
  return option;
}

function second(seen: Observation): Observation["options"][number] {
  const [, option] = seen.options;
  assert.ok(option);
  return option;
}
