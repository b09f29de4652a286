/** Where the referee is, and the connections to it. */

import { readFileSync } from "node:fs";

import { type ChannelOptions, credentials, Metadata } from "@grpc/grpc-js";

import { UsageError } from "./errors.js";
import { RefereeServiceClient } from "./proto/conquian/v1/referee.js";

const OPTIONS: ChannelOptions = {
  // The end of a long leg is one message, and a bot has no reason to distrust its referee.
  "grpc.max_receive_message_length": -1,
  // Trying again is the client's part: each attempt is a connection of its own.
  "grpc.use_local_subchannel_pool": 1,
};
// A referee that has vanished without a word is noticed over a network only by asking.
const NETWORK_OPTIONS: ChannelOptions = {
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
};

/** How the referee is reached. */
export interface Address {
  /** `unix:/path` or `host:port`. */
  readonly target: string;
  /** The access token; empty where none is needed. */
  readonly token: string;
  /** The certificates to trust, in PEM; undefined for a connection without TLS. */
  readonly ca: Buffer | undefined;
}

/**
 * The address that the environment gives: `CONQUIAN_ADDRESS`, `CONQUIAN_TOKEN`, `CONQUIAN_CA`.
 *
 * @throws UsageError when it gives none, or one that can't be used.
 */
export function readAddress(environment: NodeJS.ProcessEnv): Address {
  const { CONQUIAN_ADDRESS: target, CONQUIAN_TOKEN: token, CONQUIAN_CA: ca } = environment;
  if (!target) {
    throw new UsageError(
      "no address: a referee starts its bots with CONQUIAN_ADDRESS set; " +
        "to try your bot, run `conquian play . greedy` in its folder",
    );
  }
  if (!/^(unix:.+|.+:\d+)$/.test(target)) {
    throw new UsageError(`CONQUIAN_ADDRESS "${target}": give host:port or unix:/path`);
  }
  return { target, token: token ?? "", ca: ca ? readCertificates(ca) : undefined };
}

/** A new connection to the referee; it connects when it is first used. */
export function connect(address: Address): RefereeServiceClient {
  const isLocal = address.target.startsWith("unix:");
  const options = isLocal ? OPTIONS : { ...OPTIONS, ...NETWORK_OPTIONS };
  const secured = address.ca ? credentials.createSsl(address.ca) : credentials.createInsecure();
  return new RefereeServiceClient(address.target, secured, options);
}

/** What goes with the call. */
export function callMetadata(address: Address): Metadata {
  const metadata = new Metadata();
  if (address.token !== "") metadata.set("authorization", `Bearer ${address.token}`);
  return metadata;
}

function readCertificates(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`CONQUIAN_CA: ${(error as Error).message}`);
  }
}
