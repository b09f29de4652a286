/** The stream to the referee: reads, has decided, sends, comes back after a lost connection. */

import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

import { type ServiceError, status } from "@grpc/grpc-js";

import type { Program } from "./bot.js";
import { type Address, callMetadata, connect } from "./connection.js";
import { RefereeLostError, RefusedError } from "./errors.js";
import { log } from "./log.js";
import { type Call, Outbox } from "./outbox.js";
import type { PlayResponse } from "./proto/conquian/v1/referee.js";
import { Session } from "./session.js";

// An answer's time is charged until it is sent, so that slow bots must not batch: what took longer
// than SLOW goes at once, and so does all when one waited LONGEST_WAIT.
const SLOW = 1; // ms
const LONGEST_WAIT = 3; // ms
const RESUME_WINDOW = 10_000; // ms in which a lost referee is looked for
const FIRST_PAUSE = 100; // ms between attempts, doubled each time
const LONGEST_PAUSE = 1_000; // ms
const HELLO_PATIENCE = 5_000; // ms that a referee gets to answer a hello
/** The milliseconds that a referee gets to end the stream after a goodbye. */
export const LEAVING_GRACE = 2_000;

// With these there is no use in trying again.
const FINAL = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.UNIMPLEMENTED,
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
]);

/** What time it is, and waiting; simulated in tests. */
export interface Clock {
  /** Milliseconds, as `performance.now` counts them. */
  now(): number;
  /** Waits so many milliseconds, or until the signal. */
  sleep(time: number, signal: AbortSignal): Promise<void>;
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  // An aborted sleep is only shorter.
  sleep: (time, signal) => sleep(time, undefined, { signal }).catch(() => undefined),
};

interface Connection {
  readonly call: Call;
  readonly outbox: Outbox;
}

/** Plays a session to its end. */
export class Client {
  readonly #address: Address;
  readonly #session: Session;
  readonly #clock: Clock;
  readonly #leaving = new AbortController();
  #connection: Connection | undefined;
  #lostAt: number | undefined;
  #cause = "";
  #pause = FIRST_PAUSE;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(program: Program, address: Address, clock: Clock = REAL_CLOCK) {
    this.#session = new Session(program);
    this.#address = address;
    this.#clock = clock;
  }

  /**
   * Play until the referee ends the session or `stop` is called.
   *
   * @throws RefusedError when the referee does not take the bot.
   * @throws RefereeLostError when it can't be reached, or not any more.
   * @throws whatever the bot threw.
   */
  async run(): Promise<void> {
    while (!this.#isLeaving && !(await this.#attempt())) await this.#backOff();
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }

  /** Leave in order: say goodbye and have the referee end the stream; after a grace it is cut. */
  stop(reason: string): void {
    if (this.#isLeaving) return;
    this.#leaving.abort();
    if (this.#connection === undefined) return;
    const { call, outbox } = this.#connection;
    setTimeout(() => call.cancel(), LEAVING_GRACE).unref();
    this.#session.sayGoodbye(reason);
    outbox.sendLast();
  }

  get #isLeaving(): boolean {
    return this.#leaving.signal.aborted;
  }

  /** Play over one connection; tells whether the session has come to its end with it. */
  async #attempt(): Promise<boolean> {
    const client = connect(this.#address);
    const call = client.play(callMetadata(this.#address));
    call.on("error", () => undefined); // reading tells it; this is for what comes after
    const outbox = new Outbox(call, this.#session, () => this.#clock.now());
    this.#connection = { call, outbox };
    try {
      await this.#converse(this.#connection);
      return this.#isEnd("the stream ended while deals go on", true);
    } catch (error) {
      return this.#isLeaving || this.#isEnd(streamFailure(error), false);
    } finally {
      this.#connection = undefined;
      outbox.close();
      call.cancel();
      client.close();
    }
  }

  /** Whether the session ends with this connection; if not, the referee is lost for now. */
  #isEnd(cause: string, isInOrder: boolean): boolean {
    const isOver = !this.#session.isOpen && (isInOrder || this.#session.isStopping);
    if (this.#isLeaving || isOver) return true;
    if (this.#lostAt === undefined) {
      this.#lostAt = this.#clock.now();
      log(`no stream to the referee at ${this.#address.target} (${cause}); trying again`);
    }
    this.#cause = cause;
    return false;
  }

  async #backOff(): Promise<void> {
    const lostFor = this.#clock.now() - (this.#lostAt ?? 0);
    if (lostFor >= RESUME_WINDOW) {
      const where = `no referee at ${this.#address.target} for ${RESUME_WINDOW / 1000} s`;
      throw new RefereeLostError(`${where}; the last attempt: ${this.#cause}`);
    }
    await this.#clock.sleep(this.#pause, this.#leaving.signal);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  async #converse({ call, outbox }: Connection): Promise<void> {
    this.#session.connected();
    outbox.send();
    const patience = setTimeout(() => giveUp(call), HELLO_PATIENCE);
    try {
      let isFirst = true;
      for await (const response of call as AsyncIterable<PlayResponse>) {
        clearTimeout(patience);
        // A connection counts only when more than a welcome came over it.
        if (!isFirst) this.#found();
        isFirst = false;
        if (!this.#isLeaving) await this.#respond(response, outbox);
      }
    } finally {
      clearTimeout(patience);
    }
  }

  #found(): void {
    this.#lostAt = undefined;
    this.#pause = FIRST_PAUSE;
  }

  async #respond(response: PlayResponse, outbox: Outbox): Promise<void> {
    try {
      this.#session.take(response);
      if (this.#session.isReadyDue) await this.#session.sayReady();
      await this.#decide(outbox);
      outbox.sendSoon();
    } catch (error) {
      if (isReferees(error)) throw error;
      this.#fail(error);
    }
  }

  /** Have what waits decided, one after another, and send on the way what must not wait. */
  async #decide(outbox: Outbox): Promise<void> {
    let readySince = outbox.dueSince ?? this.#clock.now();
    while (this.#session.isAsked && !this.#isLeaving) {
      const started = this.#clock.now();
      this.#decideNext();
      const now = this.#clock.now();
      if (now - started > SLOW || now - readySince > LONGEST_WAIT) {
        outbox.send();
        readySince = now;
        await nextTurn(); // in which the socket is written to and signals are heard
      }
    }
  }

  #decideNext(): void {
    this.#session.decideNext()?.then(
      () => this.#connection?.outbox.sendSoon(),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Leave, with what the bot threw as the reason; `run` throws it on. */
  #fail(thrown: unknown): void {
    this.#failure ??= { thrown };
    this.stop(String(thrown));
  }
}

/** Ends a stream on which a hello is not answered. */
function giveUp(call: Call): void {
  const seconds = HELLO_PATIENCE / 1000;
  call.call?.cancelWithStatus(status.DEADLINE_EXCEEDED, `no answer to the hello for ${seconds} s`);
}

/** Whether an error is the referee's word and not the bot's. */
function isReferees(error: unknown): boolean {
  return error instanceof RefusedError || error instanceof RefereeLostError;
}

/**
 * Why a stream has failed, in words.
 *
 * @throws the error when it is final.
 */
function streamFailure(error: unknown): string {
  if (!isServiceError(error)) throw error;
  if (FINAL.has(error.code))
    throw new RefusedError(`the referee refuses the bot: ${error.details}`);
  // What the resolver had to say follows a failed connection, also where that is nothing.
  return `${status[error.code]}: ${error.details.replace(/ Resolution note: $/, "")}`;
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error;
}
