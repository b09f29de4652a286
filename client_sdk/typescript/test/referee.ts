/** A referee for tests: a real gRPC server on a unix socket that a test plays by hand. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Server, ServerCredentials, type ServerDuplexStream, type status } from "@grpc/grpc-js";

import {
  type PlayRequest,
  type PlayResponse,
  type RefereeServiceServer,
  RefereeServiceService,
} from "../src/proto/conquian/v1/referee.js";
import * as say from "./entries.js";

/** One bot's stream, as the referee has it. */
export class Stream {
  readonly #call: ServerDuplexStream<PlayRequest, PlayResponse>;
  readonly #heard: AsyncIterator<PlayRequest>;

  constructor(call: ServerDuplexStream<PlayRequest, PlayResponse>) {
    call.on("error", () => undefined); // a bot may vanish
    this.#call = call;
    this.#heard = (call as AsyncIterable<PlayRequest>)[Symbol.asyncIterator]();
  }

  /** The token that the call brought. */
  get authorization(): string | undefined {
    return this.#call.metadata.get("authorization")[0]?.toString();
  }

  say(...entries: Parameters<typeof say.response>): void {
    this.#call.write(say.response(...entries));
  }

  /** The next message, whole; undefined when the bot has ended its side. */
  async hearMessage(): Promise<PlayRequest | undefined> {
    const next = await this.#heard.next();
    return next.done ? undefined : next.value;
  }

  /** The kinds of the entries of the next message. */
  async hear(): Promise<string[]> {
    return say.told((await this.hearMessage())?.entries ?? []);
  }

  /** Take the bot in: hello, welcome, ready. */
  async welcome(resumed = false): Promise<void> {
    assert.deepEqual(await this.hear(), ["hello"]);
    this.say(say.welcome({ resumed }));
    assert.deepEqual(await this.hear(), ["ready"]);
  }

  /** Start a leg and deals of it, each with a request of ten times its id. */
  ask(...dealIds: bigint[]): void {
    const asked = dealIds.flatMap((id) => [say.dealStarted(id), say.requested(10n * id, id)]);
    this.say(say.legStarted(), ...asked);
  }

  /** End the stream in order. */
  end(): void {
    this.#call.end();
  }

  /** End the stream with a status. */
  fail(code: status, details: string): void {
    this.#call.emit("error", { code, details });
  }
}

export class Referee {
  readonly #folder = mkdtempSync(join(tmpdir(), "referee-"));
  readonly #server = new Server();
  readonly #arrived: Stream[] = [];
  readonly #awaited: ((stream: Stream) => void)[] = [];

  /** Where it listens, once it has started. */
  readonly address = `unix:${this.#folder}/socket`;

  async start(): Promise<void> {
    const service: RefereeServiceServer = { play: (call) => this.#arrive(call) };
    this.#server.addService(RefereeServiceService, service);
    await new Promise<void>((resolve, reject) => {
      const credentials = ServerCredentials.createInsecure();
      this.#server.bindAsync(this.address, credentials, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** The next stream that a bot opens. */
  stream(): Promise<Stream> {
    const stream = this.#arrived.shift();
    if (stream !== undefined) return Promise.resolve(stream);
    return new Promise((resolve) => this.#awaited.push(resolve));
  }

  /** Be gone at once, with all streams. */
  stop(): void {
    this.#server.forceShutdown();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #arrive(call: ServerDuplexStream<PlayRequest, PlayResponse>): void {
    const stream = new Stream(call);
    const resolve = this.#awaited.shift();
    if (resolve === undefined) this.#arrived.push(stream);
    else resolve(stream);
  }
}
