/** The program of every bot: where the referee is, signals, and exit statuses. */

import { inspect } from "node:util";

import type { Program } from "./bot.js";
import { Client, LEAVING_GRACE } from "./client.js";
import { readAddress } from "./connection.js";
import { DecisionError, RefereeLostError, RefusedError, UsageError } from "./errors.js";

/** What a bot's process ends with. */
export const EXIT_STATUS = {
  /** The referee ended the session, or a signal did (SIGTERM, SIGINT). */
  done: 0,
  /** The bot threw an error, which is printed. */
  botFailed: 1,
  /** The bot can't be run so; the words say why. */
  badUsage: 2,
  /** The referee could not be reached, or was lost and did not come back. */
  refereeLost: 3,
  /** The referee refused the bot; the words say why. */
  refused: 4,
} as const;

/**
 * Play for a referee until it ends the session, then end the process.
 *
 * The environment says where the referee is: `CONQUIAN_ADDRESS` (`unix:/path` or `host:port`),
 * `CONQUIAN_TOKEN` (the access token, where one is needed) and `CONQUIAN_CA` (a file of
 * certificates to trust, in PEM; the connection is then by TLS). {@link EXIT_STATUS} tells how it
 * ended.
 */
export async function run(program: Program): Promise<never> {
  process.exit(await exitStatus(program));
}

async function exitStatus(program: Program): Promise<number> {
  try {
    const client = new Client(program, readAddress(process.env));
    leaveOnSignals(client);
    await client.run();
    return EXIT_STATUS.done;
  } catch (error) {
    return told(error);
  }
}

/** A second signal ends the process as it is. */
function leaveOnSignals(client: Client): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => leave(client, signal));
  }
}

function leave(client: Client, signal: string): void {
  client.stop(signal);
  // A warm-up that never ends must not keep the process.
  setTimeout(() => process.exit(EXIT_STATUS.done), 2 * LEAVING_GRACE);
}

function told(error: unknown): number {
  if (error instanceof UsageError) return words(error, EXIT_STATUS.badUsage);
  if (error instanceof RefusedError) return words(error, EXIT_STATUS.refused);
  if (error instanceof RefereeLostError) return words(error, EXIT_STATUS.refereeLost);
  // The trace of a wrong decision leads to where it was checked, not to where it was made.
  if (error instanceof DecisionError) return words(error, EXIT_STATUS.botFailed);
  process.stderr.write(`${inspect(error)}\n`);
  return EXIT_STATUS.botFailed;
}

function words(error: Error, exit: number): number {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  return exit;
}
