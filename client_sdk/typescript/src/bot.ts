/** What a bot is. */

import type { Deal, DealEnd } from "./deals.js";
import type { Decision } from "./decisions.js";
import type { Observation } from "./observation.js";

/** Plays one deal; a fresh one is made for each, so it may keep notes in itself. */
export interface Bot {
  /**
   * Answers one request. Where it returns a promise, the deals that are open are thought about
   * side by side. What it throws ends the bot: it is printed, and the open deals are lost.
   */
  decide(seen: Observation): Decision | Promise<Decision>;
  /** Hears how the deal ended; called once, after the last decision. */
  ended?(end: DealEnd): void;
}

/** What {@link run} plays with. */
export interface Program {
  /** What people call the bot. */
  name: string;
  /** In whatever form you count; a new version is a new entrant. */
  version: string;
  /** The presets that it plays; all rulesets if left out. */
  rulesets?: readonly string[];
  /**
   * How many deals it will play side by side; 32 if left out. They are decided one after another in
   * one process, so this makes it quick, not busy.
   */
  dealsAtOnce?: number;
  /** Let the referee answer where only one thing can be done. Opponents can tell by the speed. */
  answerOnlyChoice?: boolean;
  /** Have `seen.history` filled. */
  wantsHistory?: boolean;
  /** Loads what is slow to load; called once, before any clock counts. */
  warmUp?(): void | Promise<void>;
  /** Makes the bot of a deal. */
  newBot(deal: Deal): Bot;
}
