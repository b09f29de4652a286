import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";

import { status } from "@grpc/grpc-js";

import { SDK_VERSION } from "../src/version.js";
import * as say from "./entries.js";
import { Referee, type Stream } from "./referee.js";

const BOT = fileURLToPath(new URL("example-bot.js", import.meta.url));

let referee: Referee;

beforeEach(async () => {
  referee = new Referee();
  await referee.start();
});

afterEach(() => referee.stop());

/** A bot's process, and how it ends. */
interface Running {
  readonly child: ChildProcess;
  readonly stderr: Promise<string>;
  readonly exit: Promise<unknown[]>;
}

function start(environment: NodeJS.ProcessEnv): Running {
  const stdio: ["ignore", "ignore", "pipe"] = ["ignore", "ignore", "pipe"];
  const child = spawn(process.execPath, [BOT], { env: environment, stdio });
  return { child, stderr: text(child.stderr), exit: once(child, "exit") };
}

function startHere(environment: NodeJS.ProcessEnv = {}): Running {
  return start({ CONQUIAN_ADDRESS: referee.address, ...environment });
}

async function ends(running: Running, exit: number, words: RegExp): Promise<void> {
  assert.deepEqual(await running.exit, [exit, null]);
  assert.match(await running.stderr, words);
}

async function asked(): Promise<Stream> {
  const stream = await referee.stream();
  await stream.welcome();
  stream.ask(1n);
  return stream;
}

test("a bot ends with 0 when the referee ends the session", async () => {
  const running = startHere();
  const stream = await asked();
  assert.deepEqual(await stream.hear(), ["decision 10"]);
  stream.say(say.dealEnded(1n));
  stream.end();
  await ends(running, 0, /conquian: in session s1 as example, up to 32 deals at once/);
});

test("a bot that is run without a usable address ends with 2 and says what is wrong", async () => {
  await ends(start({}), 2, /no address: .*CONQUIAN_ADDRESS/);
  await ends(start({ CONQUIAN_ADDRESS: "here" }), 2, /"here": give host:port or unix:\/path/);
  await ends(startHere({ CONQUIAN_CA: "/no/ca.pem" }), 2, /CONQUIAN_CA: .*\/no\/ca.pem/);
});

test("a bot that throws ends with 1 and prints where", async () => {
  const running = startHere({ EXAMPLE_THROWS: "1" });
  const stream = await asked();
  assert.deepEqual(await stream.hear(), ["goodbye"]);
  stream.end();
  await ends(running, 1, /RangeError: out of ideas\n\s+at .*example-bot/);
});

test("a bot whose session is given up ends with 3", async () => {
  const running = startHere();
  (await asked()).fail(status.UNAVAILABLE, "cut");
  const again = await referee.stream();
  again.say({ $case: "refusal", value: { reason: 5, sentence: "too late" } });
  await ends(running, 3, /given the session up: too late/);
});

test("a bot that is refused ends with 4 and the referee's words", async () => {
  const running = startHere();
  (await referee.stream()).fail(status.PERMISSION_DENIED, "not this table");
  await ends(running, 4, /the referee refuses the bot: not this table/);
});

test("a signal makes a bot say goodbye and end with 0", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const running = startHere();
    const stream = await asked();
    assert.deepEqual(await stream.hear(), ["decision 10"]);
    running.child.kill(signal);
    assert.deepEqual(await stream.hear(), ["goodbye"]);
    stream.end();
    await ends(running, 0, /in session/);
  }
});

test("a signal ends a bot that looks for its referee", async () => {
  const running = start({ CONQUIAN_ADDRESS: `${referee.address}-not` });
  assert.ok(running.child.stderr);
  await once(running.child.stderr, "data");
  running.child.kill("SIGTERM");
  await ends(running, 0, /no stream to the referee/);
});

test("the version that a referee is told is the package's", () => {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  assert.equal((JSON.parse(manifest) as { version: string }).version, SDK_VERSION);
});
