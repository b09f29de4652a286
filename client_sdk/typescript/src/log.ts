/** What the SDK tells a bot's author, on stderr. */

export function log(words: string): void {
  process.stderr.write(`conquian: ${words}\n`);
}
