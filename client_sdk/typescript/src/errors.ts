/** What can go wrong for a bot; all of it is a `ConquianError`. */

/** Anything that this SDK throws on its own account. */
export class ConquianError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** A bot decided what can't answer its request. Nothing was sent of it. */
export class DecisionError extends ConquianError {}

/** An address or a file can't be used; the words say which and what to do. */
export class UsageError extends ConquianError {}

/** The referee does not take the bot; the words are the referee's. */
export class RefusedError extends ConquianError {}

/** The referee can't be reached, or not any more, and trying again was no use. */
export class RefereeLostError extends ConquianError {}
