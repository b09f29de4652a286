/** The values of the protocol's enums as the rules write them: `LOW_OR_HIGH` is `low_or_high`. */

/** A value that this version of the SDK does not know is `unknown`. */
export type Word<Values> = Lowercase<Exclude<keyof Values & string, "UNSPECIFIED">> | "unknown";

/** Makes what tells the word of a value of an enum. */
export function wordsOf<Values extends Record<string, number>>(
  values: Values,
): (value: number) => Word<Values> {
  const words = new Map<number, string>();
  for (const [name, value] of Object.entries(values)) {
    words.set(value, name === "UNSPECIFIED" ? "unknown" : name.toLowerCase());
  }
  return (value) => (words.get(value) ?? "unknown") as Word<Values>;
}
