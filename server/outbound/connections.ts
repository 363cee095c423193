import http from "node:http";
import https from "node:https";
import type { Address } from "./resolve-host";

/** Shorter than servers' keep-alive (Node's is five seconds), so that few connections close while a request is in flight. */
const IDLE_MS = 4_000;
const SETTINGS = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 16, scheduling: "lifo" } as const;

/** Read by the agents below as part of the pool's key. */
export interface Pooled {
  readonly pool: string;
}

/**
 * A kept connection is reused only in the same pool: by the same subscription, while its host has exactly the addresses that
 * were checked when it was opened. A host that has moved gets a new connection, and tenants never share one.
 */
export function poolOf(subscriptionId: string, addresses: readonly Address[]): string {
  return [subscriptionId, ...addresses.map(({ address }) => address).sort()].join(" ");
}

class PlainConnections extends http.Agent {
  override getName(options?: http.ClientRequestArgs & Partial<Pooled>): string {
    return `${super.getName(options)} ${options?.pool}`;
  }
}

class TlsConnections extends https.Agent {
  override getName(options?: https.RequestOptions & Partial<Pooled>): string {
    return `${super.getName(options)} ${options?.pool}`;
  }
}

const plain = new PlainConnections(SETTINGS);
const tls = new TlsConnections(SETTINGS);

export function connectionsFor({ protocol }: URL): http.Agent {
  return protocol === "https:" ? tls : plain;
}
