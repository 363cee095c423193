import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { getEnv, isLocalName } from "./env";
import { CLIENT_ADDRESS, isBehindFront } from "./planes";
import { processSingleton } from "./singleton";

export interface Connection {
  readonly remoteAddress: string | null;
  /** Whether a proxy may have forwarded the request. Taken from the original headers, since Next adds such headers itself. */
  readonly isPassedOn?: boolean;
  /** What Next doesn't pass on of the original request. */
  readonly sent?: { readonly method: string; readonly url: string; readonly repeatedHeader: string | null };
  /** Whether unparsable bytes followed the request. */
  readonly isBroken?: () => boolean;
  /** Called when a dependency of the response is unavailable, since Next can't set that status. */
  readonly onUnavailable?: () => void;
  readonly onMissing?: () => void;
}

const NO_CONNECTION: Connection = { remoteAddress: null };

const current = () => processSingleton("connection", () => new AsyncLocalStorage<Connection>());

/** Makes the connection available to `currentConnection` while answering, since Next doesn't pass it to routes and pages. */
export function withConnection<T>(connection: Connection, answer: () => T): T {
  return current().run(connection, answer);
}

/** Like `withConnection`, for the rest of the async context, where the caller of the handler isn't ours. */
export function enterConnection(connection: Connection): void {
  current().enterWith(connection);
}

/** Work shared by several requests belongs to none of their connections. */
export function outsideConnections<T>(work: () => T): T {
  return current().getStore() === undefined ? work() : current().run(NO_CONNECTION, work);
}

export function currentConnection(): Connection {
  return current().getStore() ?? NO_CONNECTION;
}

const broken = new WeakSet<object>();

/** Marks a socket that received unparsable bytes. False if it was marked already. */
export function markBroken(socket: object): boolean {
  if (broken.has(socket)) return false;
  broken.add(socket);
  return true;
}

export function isBroken(socket: object): boolean {
  return broken.has(socket);
}

const PASSED_ON = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

export function isPassedOn(hasHeader: (name: string) => boolean): boolean {
  return PASSED_ON.some(hasHeader);
}

export function connectionOf(request: IncomingMessage): Connection {
  return {
    remoteAddress: isBehindFront() ? toldAddress(request) : (request.socket.remoteAddress ?? null),
    isPassedOn: isPassedOn((name) => request.headers[name] !== undefined),
  };
}

function toldAddress({ headers }: IncomingMessage): string | null {
  const told = headers[CLIENT_ADDRESS];
  return typeof told === "string" && told !== "" ? told : null;
}

/** Whether the Host header names this machine. A foreign page may reach it under a name of its own (DNS rebinding). */
export function isLocalHostHeader(host: string | null | undefined): boolean {
  return URL.canParse(`http://${host}`) && isLocalName(new URL(`http://${host}`).hostname);
}

/** Whether the request comes directly from this machine, without a proxy. Some features are for its developer only. */
export function isFromThisMachine(): boolean {
  const { remoteAddress, isPassedOn: isElsewhere } = currentConnection();
  return (
    getEnv().TRUSTED_PROXY_HOPS === 0 && isElsewhere === false && parseAddress(remoteAddress)?.range() === "loopback"
  );
}

interface Known {
  readonly address: string;
  readonly network: string;
}

/** A few addresses make most requests, and each request asks several times. */
const known = new LRUCache<string, Known>({ max: 1_000 });

/** Accepts plain addresses and the forms with a port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:443`. */
function parseAddress(text: string | null | undefined) {
  const bare = text?.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return bare && ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/** The caller's own address. Trusts only the last TRUSTED_PROXY_HOPS entries of `X-Forwarded-For`. */
export function clientAddress(forwardedFor: string | null, connection: Connection): string | null {
  return findClient(forwardedFor, connection)?.address ?? null;
}

/** The caller as limits count it: its IPv4 address, or the /64 of its IPv6 one, since its owner has the whole /64. */
export function clientNetwork(forwardedFor: string | null, connection: Connection): string | null {
  return findClient(forwardedFor, connection)?.network ?? null;
}

function findClient(forwardedFor: string | null, connection: Connection): Known | null {
  const hops = getEnv().TRUSTED_PROXY_HOPS;
  const forwarded = hops > 0 ? (forwardedFor?.split(",").at(-hops)?.trim() ?? null) : null;
  return readAddress(forwarded) ?? readAddress(connection.remoteAddress);
}

function readAddress(text: string | null | undefined): Known | null {
  const read = text && known.get(text);
  if (read) return read;
  const parsed = parseAddress(text);
  if (!text || !parsed) return null;
  const address = parsed.toString();
  const network = parsed.kind() === "ipv4" ? address : `${parsed.toByteArray().slice(0, 8).join(".")}/64`;
  known.set(text, { address, network });
  return { address, network };
}

/**
 * The /56 and the /48 around an IPv6 result of `clientNetwork`, keeping any suffix: providers give customers one or the other.
 * None for IPv4.
 */
export function networksAround(network: string): readonly string[] {
  const found = /^((?:\d{1,3}\.){5}\d{1,3})\.(\d{1,3})\.\d{1,3}\/64/.exec(network);
  if (!found) return [];
  const suffix = network.slice(found[0].length);
  return [`${found[1]}.${found[2]}/56${suffix}`, `${found[1]}/48${suffix}`];
}

/** A result of `clientNetwork` after the networks around it, the widest first, for sharing places between them. */
export function networkPath(network: string): readonly [string, string, string] {
  const [home = network, site = network] = networksAround(network);
  return [site, home, network];
}
