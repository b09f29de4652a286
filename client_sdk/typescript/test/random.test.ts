import assert from "node:assert/strict";
import { test } from "node:test";

import { seededRandom } from "../src/random.js";

function drawn(seed: bigint, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

test("the same seed gives the same numbers, on every machine", () => {
  assert.deepEqual(drawn(42n, 3), drawn(42n, 3));
  assert.deepEqual(drawn(0x0123_4567_89ab_cdefn, 2), [0.5173519623244659, 0.3625585154477854]);
});

test("every bit of the seed counts", () => {
  const firsts = Array.from({ length: 64 }, (_, bit) => drawn(1n << BigInt(bit), 1)[0]);
  assert.equal(new Set(firsts).size, 64);
});

test("numbers are spread evenly from 0 up to but not including 1", () => {
  const numbers = drawn(7n, 10_000);
  const tenths = Array.from({ length: 10 }, (_, tenth) => {
    return numbers.filter((number) => Math.floor(10 * number) === tenth).length;
  });
  assert.equal(
    tenths.reduce((sum, count) => sum + count),
    10_000,
  );
  assert.ok(Math.min(...tenths) > 900 && Math.max(...tenths) < 1100, String(tenths));
});
