/** A bot's session: what the referee says goes in, what is to be sent comes out. No I/O. */

import type { Program } from "./bot.js";
import { answerTo } from "./checks.js";
import { readDeal, readDealEnd, readLeg } from "./deals.js";
import type { Decision } from "./decisions.js";
import { RefereeLostError, RefusedError } from "./errors.js";
import { KnownDeals, type OpenDeal } from "./known-deals.js";
import { log } from "./log.js";
import { type Observation, readObservation } from "./observation.js";
import {
  type DecisionRejected,
  type DecisionRequested,
  RejectionCode,
} from "./proto/conquian/v1/decision.js";
import type { DealEnded, DealStarted, LegEnded, LegStarted } from "./proto/conquian/v1/leg.js";
import type { BotEntry, PlayResponse, RefereeEntry } from "./proto/conquian/v1/referee.js";
import {
  type Hello,
  type Notice,
  NoticeKind,
  type Refusal,
  type Welcome,
} from "./proto/conquian/v1/session.js";
import { SDK_NAME, SDK_VERSION } from "./version.js";

const DEFAULT_DEALS_AT_ONCE = 32;

/** A request that is not answered yet. */
export interface Request {
  readonly id: bigint;
  readonly openDeal: OpenDeal;
  readonly seen: Observation;
}

/** One session with a referee, over as many connections as it takes. */
export class Session {
  /** What is ready to be sent; see {@link takeOutgoing}. */
  #outgoing: BotEntry[] = [];
  #waiting: Request[] = [];
  #known = new KnownDeals();
  #resumeToken = "";
  #isWarm = false;
  #isReadyDue = false;
  #isStopping = false;
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Whether deals of the session still go on. */
  get isOpen(): boolean {
    return this.#known.openCount > 0;
  }

  /** Whether requests wait to be decided. */
  get isAsked(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether something is ready to be sent. */
  get hasOutgoing(): boolean {
    return this.#outgoing.length > 0;
  }

  /** Whether `sayReady` is to be called: a welcome has come. */
  get isReadyDue(): boolean {
    return this.#isReadyDue;
  }

  /** Whether the referee has said that it will end the stream. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** What is ready to be sent; who takes it sends it. */
  takeOutgoing(): BotEntry[] {
    const entries = this.#outgoing;
    this.#outgoing = [];
    return entries;
  }

  /**
   * A new connection stands: say hello on it, and nothing that waited for an older one. The
   * referee asks its open requests again, so answers that were lost are given then.
   */
  connected(): void {
    this.#outgoing = [{ entry: { $case: "hello", value: this.#hello() } }];
  }

  /**
   * Hear what the referee says; entries that this version doesn't know are passed over.
   *
   * @throws RefusedError when the referee does not take the bot.
   * @throws RefereeLostError when it does not take the session up again.
   * @throws what the bot's own methods throw.
   */
  take(response: PlayResponse): void {
    for (const { entry } of response.entries) this.#hear(entry);
  }

  /**
   * Warm up, the first time, and tell the referee.
   *
   * @throws what the program's `warmUp` throws.
   */
  async sayReady(): Promise<void> {
    this.#isReadyDue = false;
    if (!this.#isWarm) await this.#program.warmUp?.();
    this.#isWarm = true;
    this.#outgoing.push({ entry: { $case: "ready", value: {} } });
  }

  /**
   * Have the oldest waiting request decided and its answer made ready.
   *
   * @returns a promise that ends when the answer is ready, where the bot itself has promised it.
   * @throws DecisionError when the decision can't answer the request.
   * @throws what the bot's `decide` throws.
   */
  decideNext(): Promise<void> | undefined {
    const request = this.#waiting.shift();
    if (request === undefined || !isWorthDeciding(request)) return undefined;
    const decision = request.openDeal.bot.decide(request.seen);
    if (isPromise(decision)) return decision.then((made) => this.#answer(request, made));
    this.#answer(request, decision);
    return undefined;
  }

  /** Make a goodbye ready to be sent. */
  sayGoodbye(reason: string): void {
    this.#outgoing.push({ entry: { $case: "goodbye", value: { reason } } });
  }

  #hello(): Hello {
    const program = this.#program;
    return {
      protocolVersion: { major: 1, minor: 0 },
      botName: program.name,
      botVersion: program.version,
      sdkName: SDK_NAME,
      sdkVersion: SDK_VERSION,
      rulesets: [...(program.rulesets ?? [])],
      dealsAtOnce: program.dealsAtOnce ?? DEFAULT_DEALS_AT_ONCE,
      answerOnlyChoice: program.answerOnlyChoice ?? false,
      wantsHistory: program.wantsHistory ?? false,
      resumeToken: this.#resumeToken,
    };
  }

  #hear(entry: RefereeEntry["entry"]): void {
    switch (entry?.$case) {
      case "welcome":
        return this.#welcome(entry.value);
      case "refusal":
        return this.#refusal(entry.value);
      case "legStarted":
        return this.#legStarted(entry.value);
      case "dealStarted":
        return this.#dealStarted(entry.value);
      case "decisionRequested":
        return this.#decisionRequested(entry.value);
      case "decisionRejected":
        return decisionRejected(entry.value);
      case "dealEnded":
        return this.#dealEnded(entry.value);
      case "legEnded":
        return this.#legEnded(entry.value);
      case "notice":
        return this.#notice(entry.value);
    }
  }

  #welcome(welcome: Welcome): void {
    if (!welcome.resumed) {
      this.#known = new KnownDeals();
      this.#waiting = [];
    }
    this.#resumeToken = welcome.resumeToken;
    this.#isReadyDue = true;
    const back = welcome.resumed ? "back in" : "in";
    const granted = welcome.limits?.dealsAtOnce ?? 1;
    const who = this.#program.name;
    log(`${back} session ${welcome.sessionId} as ${who}, up to ${granted} deals at once`);
  }

  #refusal(refusal: Refusal): void {
    if (this.#resumeToken !== "") {
      throw new RefereeLostError(`the referee has given the session up: ${refusal.sentence}`);
    }
    throw new RefusedError(`the referee refuses the bot: ${refusal.sentence}`);
  }

  #legStarted(started: LegStarted): void {
    const leg = readLeg(started);
    if (leg !== undefined) this.#known.legs.set(leg.id, leg);
  }

  #dealStarted(started: DealStarted): void {
    const leg = this.#known.legs.get(started.legId);
    if (leg === undefined || this.#known.has(started.dealId)) return;
    const deal = readDeal(started, leg);
    this.#known.open(started.dealId, deal, this.#program.newBot(deal));
  }

  #decisionRequested(request: DecisionRequested): void {
    const openDeal = this.#known.get(request.dealId);
    if (openDeal === undefined) return;
    if (openDeal.requestId === request.requestId) {
      this.#askedAgain(openDeal);
      return;
    }
    openDeal.requestId = request.requestId;
    openDeal.answer = undefined;
    const seen = readObservation(request, openDeal.deal);
    if (seen !== undefined) this.#waiting.push({ id: request.requestId, openDeal, seen });
  }

  /** Give the same answer again, if there is one; never decide twice. */
  #askedAgain(openDeal: OpenDeal): void {
    if (openDeal.answer === undefined) return;
    this.#outgoing.push({ entry: { $case: "decision", value: openDeal.answer } });
  }

  #answer(request: Request, decision: Decision): void {
    const { openDeal } = request;
    const answer = answerTo(request.id, decision, request.seen);
    if (this.#known.get(openDeal.id) !== openDeal) return; // it ended while the bot was thinking
    openDeal.answer = answer;
    this.#outgoing.push({ entry: { $case: "decision", value: answer } });
  }

  #dealEnded(ended: DealEnded): void {
    const openDeal = this.#known.end(ended.dealId);
    if (openDeal === undefined) return;
    this.#waiting = this.#waiting.filter((request) => request.openDeal !== openDeal);
    const end = readDealEnd(ended);
    if (end.offender === openDeal.deal.seat) {
      log(`deal ${openDeal.deal.number} forfeited: ${end.reason.replaceAll("_", " ")}`);
    }
    openDeal.bot.ended?.(end);
  }

  #legEnded(ended: LegEnded): void {
    if (!this.#known.legs.delete(ended.legId)) return;
    log(`leg of ${ended.deals.length} deals ended, points ${ended.totals.join(", ")}`);
  }

  #notice(notice: Notice): void {
    if (notice.kind === NoticeKind.STOPPING) this.#isStopping = true;
    log(`the referee says: ${notice.sentence}`);
  }
}

function isPromise(decision: Decision | Promise<Decision>): decision is Promise<Decision> {
  // A bot in plain JavaScript may return anything, which is told when it is checked.
  return typeof (decision as Promise<Decision> | undefined)?.then === "function";
}

/** Whether an answer can still be in time; a late one would only make others late. */
function isWorthDeciding(request: Request): boolean {
  const left = request.seen.timeLeftMs;
  if (left === undefined || left > 0) return true;
  log(`request ${request.id} is past its deadline: not decided`);
  return false;
}

function decisionRejected(rejected: DecisionRejected): void {
  const { STALE, UNKNOWN } = RejectionCode;
  if (rejected.code === STALE || rejected.code === UNKNOWN) return; // crossed with a deal's end
  log(`answer ${rejected.requestId} not taken: ${rejected.sentence}`);
}
