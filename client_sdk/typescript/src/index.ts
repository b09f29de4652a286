/** Write a bot that plays Conquian. */

export type { Bot, Program } from "./bot.js";
export { Card, card, CARDS, type Layout, layoutText, type Meld } from "./cards.js";
export { EXIT_STATUS, run } from "./command.js";
export type { Deal, DealEnd, Leg, Ruleset } from "./deals.js";
export { type Decision, demand, pass, waive } from "./decisions.js";
export {
  ConquianError,
  DecisionError,
  RefereeLostError,
  RefusedError,
  UsageError,
} from "./errors.js";
export { type Kind, Observation, Option, type Origin, type PlayedAction } from "./observation.js";
export { SDK_VERSION } from "./version.js";
