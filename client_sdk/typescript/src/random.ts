/** Random numbers that are the same again for the same seed. */

const ROUNDS_BEFORE_USE = 12;

/**
 * Makes a source of numbers from 0 up to but not including 1, used like `Math.random`.
 *
 * The generator is sfc32 of Chris Doty-Humphrey's PractRand, which passes its tests to terabytes;
 * two of its words make a number of 53 bits.
 */
export function seededRandom(seed: bigint): () => number {
  const next = sfc32(seed);
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

function sfc32(seed: bigint): () => number {
  let a = 0;
  let b = Number(BigInt.asIntN(32, seed));
  let c = Number(BigInt.asIntN(32, seed >> 32n));
  let counter = 1;
  const next = (): number => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    return word;
  };
  for (let round = 0; round < ROUNDS_BEFORE_USE; round++) next();
  return next;
}
