import http from "node:http";
import https from "node:https";
import type { Address } from "./resolve-host";

/** Shorter than servers keep theirs (Node's five seconds), so that few are closed while a request is on its way. */
const IDLE_MS = 4_000;
const SETTINGS = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 16, scheduling: "lifo" } as const;

/** Read by the agents below, beside host, port and what TLS is to check. */
export interface Pooled {
  readonly pool: string;
}

/**
 * Connections that are kept are used again only from the same pool: by the same subscription, and while its host has the
 * very addresses that were judged when they were opened. A name that has moved gets a new connection to where it was
 * judged to be, and no two tenants ever share one.
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
