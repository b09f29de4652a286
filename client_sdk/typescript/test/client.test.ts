import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { status } from "@grpc/grpc-js";

import type { Program } from "../src/bot.js";
import { Client, type Clock } from "../src/client.js";
import type { Address } from "../src/connection.js";
import { type Decision, demand, pass } from "../src/decisions.js";
import { DecisionError, RefereeLostError, RefusedError } from "../src/errors.js";
import * as say from "./entries.js";
import { Referee, type Stream } from "./referee.js";

/** A clock that only sleeping, or a bot of the test, moves on. */
class SimulatedClock implements Clock {
  readonly slept: number[] = [];
  time = 1_000;

  now(): number {
    return this.time;
  }

  sleep(time: number): Promise<void> {
    this.slept.push(time);
    this.time += time;
    return Promise.resolve();
  }
}

let referee: Referee;
let clock: SimulatedClock;

beforeEach(async () => {
  referee = new Referee();
  clock = new SimulatedClock();
  await referee.start();
});

afterEach(() => referee.stop());

function program(decide: () => Decision | Promise<Decision> = pass): Program {
  return { name: "bot", version: "1", newBot: () => ({ decide }) };
}

function client(played: Program, address: Partial<Address> = {}): Client {
  return new Client(
    played,
    { target: referee.address, token: "", ca: undefined, ...address },
    clock,
  );
}

/** Has a bot play, and takes it in. */
async function welcomed(played: Client): Promise<{ stream: Stream; run: Promise<void> }> {
  const run = played.run();
  run.catch(() => undefined); // the test looks at it later
  const stream = await referee.stream();
  await stream.welcome();
  return { stream, run };
}

test("answers that are ready together go in one message", async () => {
  const { stream, run } = await welcomed(client(program()));
  stream.ask(1n, 2n, 3n);
  assert.deepEqual(await stream.hear(), ["decision 10", "decision 20", "decision 30"]);
  stream.say(say.dealEnded(1n), say.dealEnded(2n), say.dealEnded(3n));
  stream.end();
  await run;
});

test("an answer that took long goes at once", async () => {
  const slow = (): Decision => {
    clock.time += 2;
    return pass();
  };
  const { stream } = await welcomed(client(program(slow)));
  stream.ask(1n, 2n);
  assert.deepEqual(await stream.hear(), ["decision 10"]);
  assert.deepEqual(await stream.hear(), ["decision 20"]);
});

test("no answer waits long for others", async () => {
  const brisk = (): Decision => {
    clock.time += 0.9;
    return pass();
  };
  const { stream } = await welcomed(client(program(brisk)));
  stream.ask(1n, 2n, 3n, 4n, 5n);
  assert.equal((await stream.hear()).length, 4);
  assert.equal((await stream.hear()).length, 1);
});

test("promised decisions are thought about side by side", async () => {
  const kept: (() => void)[] = [];
  const promised = (): Promise<Decision> =>
    new Promise((resolve) => kept.push(() => resolve(pass())));
  const { stream } = await welcomed(client(program(promised)));
  stream.ask(1n, 2n);
  while (kept.length < 2) await new Promise(setImmediate);
  kept[1]?.();
  assert.deepEqual(await stream.hear(), ["decision 20"]);
  kept[0]?.();
  assert.deepEqual(await stream.hear(), ["decision 10"]);
});

test("the token goes with the call, and none where there is none", async () => {
  for (const [token, sent] of [
    ["abc", "Bearer abc"],
    ["", undefined],
  ] as const) {
    const run = client(program(), { token }).run();
    const stream = await referee.stream();
    assert.equal(stream.authorization, sent);
    stream.end();
    await run;
  }
});

test("a stream that breaks while deals go on is taken up again, with the same answers", async () => {
  let decided = 0;
  const counting = (): Decision => {
    decided += 1;
    return pass();
  };
  const { stream, run } = await welcomed(client(program(counting)));
  stream.ask(1n);
  assert.deepEqual(await stream.hear(), ["decision 10"]);
  stream.fail(status.UNAVAILABLE, "cut");
  const again = await referee.stream();
  await again.welcome(true);
  again.ask(1n);
  assert.deepEqual(await again.hear(), ["decision 10"]);
  assert.equal(decided, 1);
  again.say(say.dealEnded(1n));
  again.end();
  await run;
  assert.deepEqual(clock.slept, [100]);
});

test("a stream that ends in order while deals go on is taken up again", async () => {
  const { stream, run } = await welcomed(client(program()));
  stream.ask(1n);
  await stream.hear();
  stream.end();
  const again = await referee.stream();
  await again.welcome(true);
  again.say(say.dealEnded(1n));
  again.end();
  await run;
});

test("a referee that is not found is looked for ever less often, for ten seconds", async () => {
  const nowhere = client(program(), { target: `${referee.address}-not` });
  await assert.rejects(nowhere.run(), (error) => {
    return error instanceof RefereeLostError && error.message.includes("for 10 s");
  });
  assert.deepEqual(clock.slept.slice(0, 6), [100, 200, 400, 800, 1000, 1000]);
});

test("a final status of the stream ends the bot with the referee's words", async () => {
  const run = client(program()).run();
  (await referee.stream()).fail(status.UNAUTHENTICATED, "whose token is it?");
  await assert.rejects(run, (error) => {
    return error instanceof RefusedError && error.message.includes("whose token is it?");
  });
  assert.deepEqual(clock.slept, []);
});

test("a refusal ends the bot", async () => {
  const run = client(program()).run();
  const stream = await referee.stream();
  stream.say({ $case: "refusal", value: { reason: 4, sentence: "none of those" } });
  await assert.rejects(run, RefusedError);
});

test("a bot that throws says goodbye with the reason", async () => {
  const failing = (): Decision => {
    throw new RangeError("out of ideas");
  };
  const { stream, run } = await welcomed(client(program(failing)));
  stream.ask(1n, 2n);
  assert.equal(await goodbye(stream), "RangeError: out of ideas");
  stream.end();
  await assert.rejects(run, RangeError);
});

test("a wrong decision is the bot's failure, promised or not, and is not sent", async () => {
  for (const wrong of [demand, () => Promise.resolve(demand())]) {
    const { stream, run } = await welcomed(client(program(wrong)));
    stream.ask(1n);
    assert.match(await goodbye(stream), /^DecisionError: demand is no answer here/);
    stream.end();
    await assert.rejects(run, DecisionError);
  }
});

test("a warm-up that fails is the bot's failure", async () => {
  const warmUp = () => Promise.reject(new Error("no file"));
  const run = client({ ...program(), warmUp }).run();
  const stream = await referee.stream();
  await stream.hear();
  stream.say(say.welcome());
  assert.equal(await goodbye(stream), "Error: no file");
  stream.end();
  await assert.rejects(run, /no file/);
});

test("a bot that is stopped says goodbye and ends its side", async () => {
  const stopped = client(program());
  const { stream, run } = await welcomed(stopped);
  stopped.stop("SIGTERM");
  assert.equal(await goodbye(stream), "SIGTERM");
  assert.equal(await stream.hearMessage(), undefined);
  stream.end();
  await run;
});

async function goodbye(stream: Stream): Promise<string> {
  const entry = (await stream.hearMessage())?.entries.at(-1)?.entry;
  assert.equal(entry?.$case, "goodbye");
  return entry.value.reason;
}
