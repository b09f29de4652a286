import assert from "node:assert/strict";
import { test } from "node:test";

import type { Bot, Program } from "../src/bot.js";
import { card } from "../src/cards.js";
import type { Deal, DealEnd } from "../src/deals.js";
import { type Decision, demand, pass } from "../src/decisions.js";
import { DecisionError, RefereeLostError, RefusedError } from "../src/errors.js";
import type { Observation } from "../src/observation.js";
import { Session } from "../src/session.js";
import * as say from "./entries.js";

/** A program that keeps what its bots are told. */
class Witness implements Program {
  readonly name = "witness";
  readonly version = "3";
  readonly deals: Deal[] = [];
  readonly seen: Observation[] = [];
  readonly ends: DealEnd[] = [];
  warmUps = 0;

  constructor(readonly decision: () => Decision | Promise<Decision> = pass) {}

  warmUp(): void {
    this.warmUps += 1;
  }

  newBot(deal: Deal): Bot {
    this.deals.push(deal);
    return {
      decide: (seen) => {
        this.seen.push(seen);
        return this.decision();
      },
      ended: (end) => this.ends.push(end),
    };
  }
}

/** A session that has been welcomed and plays deal 1. */
async function playing(program: Program): Promise<Session> {
  const session = new Session(program);
  session.connected();
  session.take(say.response(say.welcome()));
  await session.sayReady();
  session.takeOutgoing();
  session.take(say.response(say.legStarted(), say.dealStarted(1n)));
  return session;
}

async function reconnect(session: Session, resumed: boolean): Promise<void> {
  session.connected();
  session.take(say.response(say.welcome({ resumed })));
  await session.sayReady();
  session.takeOutgoing();
}

async function decideAll(session: Session): Promise<string[]> {
  while (session.isAsked) await session.decideNext();
  return say.told(session.takeOutgoing());
}

test("a connection begins with the hello of the program", () => {
  const program = {
    name: "bot",
    version: "3",
    rulesets: ["hoyle"],
    newBot: () => ({ decide: pass }),
  };
  const session = new Session(program);
  session.connected();
  assert.deepEqual(session.takeOutgoing(), [
    {
      entry: {
        $case: "hello",
        value: {
          protocolVersion: { major: 1, minor: 0 },
          botName: "bot",
          botVersion: "3",
          sdkName: "conquian-typescript",
          sdkVersion: "0.1.0",
          rulesets: ["hoyle"],
          dealsAtOnce: 32,
          answerOnlyChoice: false,
          wantsHistory: false,
          resumeToken: "",
        },
      },
    },
  ]);
});

test("every welcome is answered by ready, and the first by a warm-up before it", async () => {
  const program = new Witness();
  const session = new Session(program);
  for (const resumed of [false, true]) {
    session.connected();
    session.takeOutgoing();
    session.take(say.response(say.welcome({ resumed })));
    assert.ok(session.isReadyDue);
    await session.sayReady();
    assert.ok(!session.isReadyDue);
    assert.deepEqual(say.told(session.takeOutgoing()), ["ready"]);
  }
  assert.equal(program.warmUps, 1);
});

test("all requests of a message are decided and their answers go together", async () => {
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.dealStarted(2n), say.requested(5n, 1n), say.requested(6n, 2n)));
  assert.deepEqual(await decideAll(session), ["decision 5", "decision 6"]);
  assert.equal(program.deals.length, 2);
});

test("a bot sees what its request shows", async () => {
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.requested(5n, 1n, { options: say.OPTIONS })));
  await decideAll(session);
  const [seen] = program.seen;
  assert.ok(seen);
  assert.equal(seen.kind, "offer");
  assert.equal(seen.hand.join(" "), "AS 2S 3S 5S 5H KC");
  assert.equal(seen.faced, card("4S"));
  assert.equal(seen.facedOrigin, "stock");
  assert.equal(seen.ruleset.ace, "low_or_high");
  assert.equal(seen.options.join(" "), "AS2S3S4S AS2S3S");
  assert.equal(seen.decisions().length, 1 + 3 + 1);
  assert.equal(seen.unseen.length, 40 - 6 - 1 - 3 - 1);
  assert.equal(seen.timeLeftMs, undefined);
});

test("ids and seeds of 64 bits are exact", async () => {
  const [id, seed] = [2n ** 64n - 1n, 2n ** 64n - 2n];
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.dealStarted(id, seed), say.requested(id, id)));
  assert.deepEqual(await decideAll(session), [`decision ${id}`]);
  assert.equal(program.deals[1]?.seed, seed);
});

test("a request that comes again gets its answer again and is decided once", async () => {
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.requested(5n, 1n)));
  await decideAll(session);
  await reconnect(session, true);
  session.take(say.response(say.legStarted(), say.dealStarted(1n), say.requested(5n, 1n)));
  assert.deepEqual(await decideAll(session), ["decision 5"]);
  assert.equal(program.seen.length, 1);
  assert.equal(program.deals.length, 1);
});

test("a request that comes again before it is decided is decided once", async () => {
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.requested(5n, 1n)));
  await reconnect(session, true);
  session.take(say.response(say.requested(5n, 1n)));
  assert.deepEqual(await decideAll(session), ["decision 5"]);
});

test("a new connection drops what waited for the old one and shows the resume token", async () => {
  const session = await playing(new Witness());
  session.take(say.response(say.requested(5n, 1n)));
  void session.decideNext();
  session.connected();
  const [hello, ...rest] = session.takeOutgoing();
  assert.equal(hello?.entry?.$case === "hello" && hello.entry.value.resumeToken, "secret");
  assert.deepEqual(rest, []);
});

test("a welcome to a new session forgets the deals of the old one", async () => {
  const session = await playing(new Witness());
  session.take(say.response(say.requested(5n, 1n)));
  await reconnect(session, false);
  assert.ok(!session.isOpen && !session.isAsked);
});

test("a deal that ends is told once, and its requests wait no more", async () => {
  const program = new Witness();
  const session = await playing(program);
  session.take(say.response(say.requested(5n, 1n), say.dealEnded(1n), say.dealEnded(1n)));
  assert.deepEqual(await decideAll(session), []);
  assert.deepEqual([program.ends.length, program.ends[0]?.reason], [1, "went_out"]);
  session.take(say.response(say.dealStarted(1n)));
  assert.equal(program.deals.length, 1);
});

test("charges are told in milliseconds", async () => {
  const program = new Witness();
  const session = await playing(program);
  const charges = [{ seconds: 1n, nanos: 250_000_000 }];
  session.take(say.response(say.dealEnded(1n, { charges })));
  assert.deepEqual(program.ends[0]?.chargesMs, [1250]);
});

test("a request past its deadline is not decided", async () => {
  const program = new Witness();
  const session = await playing(program);
  const timeToDeadline = { seconds: 0n, nanos: 0 };
  session.take(say.response(say.requested(5n, 1n, { timeToDeadline })));
  assert.deepEqual(await decideAll(session), []);
  assert.equal(program.seen.length, 0);
});

test("what this version doesn't know is passed over", async () => {
  const session = await playing(new Witness());
  const unknownKind = { kind: 9 as 1 };
  session.take({ entries: [{ entry: undefined }] });
  session.take(say.response(say.requested(5n, 1n, unknownKind), say.requested(6n, 99n)));
  assert.deepEqual(await decideAll(session), []);
});

test("a decision that can't answer its request is thrown, and nothing is sent", async () => {
  const session = await playing(new Witness(demand));
  session.take(say.response(say.requested(5n, 1n)));
  assert.throws(() => session.decideNext(), DecisionError);
  assert.deepEqual(session.takeOutgoing(), []);
});

test("a promised decision is answered when it is kept", async () => {
  const session = await playing(new Witness(() => Promise.resolve(pass())));
  session.take(say.response(say.requested(5n, 1n)));
  const thinking = session.decideNext();
  assert.deepEqual(session.takeOutgoing(), []);
  await thinking;
  assert.deepEqual(say.told(session.takeOutgoing()), ["decision 5"]);
});

test("a promise that is kept after its deal's end is answered no more", async () => {
  const session = await playing(new Witness(() => Promise.resolve(pass())));
  session.take(say.response(say.requested(5n, 1n)));
  const thinking = session.decideNext();
  session.take(say.response(say.dealEnded(1n)));
  await thinking;
  assert.deepEqual(session.takeOutgoing(), []);
});

test("a refusal is final: of the bot at first, of its return later", async () => {
  const refusal = { $case: "refusal", value: { reason: 3, sentence: "no such token" } } as const;
  const session = new Session(new Witness());
  session.connected();
  assert.throws(() => session.take(say.response(refusal)), RefusedError);
  const welcomed = await playing(new Witness());
  assert.throws(() => welcomed.take(say.response(refusal)), RefereeLostError);
});

test("a referee that stops says so", async () => {
  const session = await playing(new Witness());
  session.take(say.response(say.notice(2)));
  assert.ok(!session.isStopping);
  session.take(say.response(say.notice(1)));
  assert.ok(session.isStopping);
});

test("the ends of many deals are forgotten in time", async () => {
  const program = new Witness();
  const session = await playing(program);
  for (let id = 1n; id <= 1100n; id++) {
    session.take(say.response(say.dealStarted(id), say.dealEnded(id)));
  }
  session.take(say.response(say.dealStarted(1n), say.dealStarted(1100n)));
  assert.equal(program.deals.length, 1101);
});
