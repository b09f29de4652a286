/** What a session knows of the referee's legs and deals. */

import type { Bot } from "./bot.js";
import type { Deal, Leg } from "./deals.js";
import type { Decision as Answer } from "./proto/conquian/v1/decision.js";

// Ids of deals that have ended, kept so that what comes twice is told from a new deal. What a
// referee sends again after a lost connection is recent, so that a few hundred are plenty.
const REMEMBERED_ENDS = 1024;

/** A deal that goes on, with the last request of it and the answer that was given. */
export interface OpenDeal {
  readonly id: bigint;
  readonly deal: Deal;
  readonly bot: Bot;
  requestId: bigint | undefined;
  answer: Answer | undefined;
}

/** The open legs and deals, and the ids of the deals that ended lately. */
export class KnownDeals {
  readonly legs = new Map<string, Leg>();
  readonly #open = new Map<bigint, OpenDeal>();
  readonly #ended = new Set<bigint>();

  /** How many deals are open. */
  get openCount(): number {
    return this.#open.size;
  }

  /** Whether the deal is open or has ended. */
  has(id: bigint): boolean {
    return this.#open.has(id) || this.#ended.has(id);
  }

  /** The open deal of that id, if it is open. */
  get(id: bigint): OpenDeal | undefined {
    return this.#open.get(id);
  }

  open(id: bigint, deal: Deal, bot: Bot): void {
    this.#open.set(id, { id, deal, bot, requestId: undefined, answer: undefined });
  }

  /** Ends a deal; gives it back if it was open. */
  end(id: bigint): OpenDeal | undefined {
    const openDeal = this.#open.get(id);
    if (openDeal === undefined) return undefined;
    this.#open.delete(id);
    this.#remember(id);
    return openDeal;
  }

  #remember(id: bigint): void {
    this.#ended.add(id);
    const [oldest] = this.#ended; // a set keeps the order in which its members came
    if (this.#ended.size > REMEMBERED_ENDS && oldest !== undefined) this.#ended.delete(oldest);
  }
}
