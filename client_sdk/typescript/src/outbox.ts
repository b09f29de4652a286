/** Sends what a session has ready, all in one message, over one connection. */

import type { ClientDuplexStream } from "@grpc/grpc-js";

import type { PlayRequest, PlayResponse } from "./proto/conquian/v1/referee.js";
import type { Session } from "./session.js";

/** A stream to the referee. */
export type Call = ClientDuplexStream<PlayRequest, PlayResponse>;

/**
 * What gets ready while a message is on its way goes in the next one, so that answers that are
 * ready together go together: that makes each of them cost a few microseconds instead of 100.
 */
export class Outbox {
  readonly #call: Call;
  readonly #session: Session;
  readonly #now: () => number;
  #isSending = false;
  #dueSince: number | undefined;
  #isClosed = false;

  /** With `now`, the milliseconds of a clock. */
  constructor(call: Call, session: Session, now: () => number) {
    this.#call = call;
    this.#session = session;
    this.#now = now;
  }

  /** Since when something waits to be sent soon. */
  get dueSince(): number | undefined {
    return this.#dueSince;
  }

  /** Send soon: when what has arrived already is read and decided. */
  sendSoon(): void {
    if (this.#dueSince !== undefined || !this.#session.hasOutgoing) return;
    this.#dueSince = this.#now();
    setImmediate(() => {
      this.send();
    });
  }

  /** Send at once, unless a message is on its way. */
  send(): void {
    this.#dueSince = undefined;
    if (this.#isClosed || this.#isSending || !this.#session.hasOutgoing) return;
    this.#isSending = true;
    this.#call.write({ entries: this.#session.takeOutgoing() }, () => {
      this.#isSending = false;
      this.send();
    });
  }

  /** Send at once what is left, and end this side of the stream. */
  sendLast(): void {
    if (this.#isClosed) return;
    this.#call.write({ entries: this.#session.takeOutgoing() });
    this.#call.end();
    this.close();
  }

  /** Take nothing more from the session: the connection is lost. */
  close(): void {
    this.#isClosed = true;
  }
}
