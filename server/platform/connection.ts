import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { getEnv, isLocalName } from "./env";
import { CLIENT_ADDRESS, isBehindFront } from "./planes";
import { processSingleton } from "./singleton";

/** What the host knows about where a request came from, beside the request. */
export interface Connection {
  /** Address of the socket's other end; null where the host does not know. */
  readonly remoteAddress: string | null;
  /** Someone passed the request on, or may have: it comes from wherever they say. Next writes such headers itself. */
  readonly isPassedOn?: boolean;
  /** The request line as it was sent, where a host that can't pass it on had to change it. */
  readonly sent?: { readonly method: string; readonly url: string };
  /** Whether something came behind the request that is no request. */
  readonly isBroken?: () => boolean;
  /** Called when something that the answer needs is away: Next knows no status for that. */
  readonly onUnavailable?: () => void;
  /** Called when the page that is asked for is not there. */
  readonly onMissing?: () => void;
}

const NO_CONNECTION: Connection = { remoteAddress: null };

const current = () => processSingleton("connection", () => new AsyncLocalStorage<Connection>());

/** Answers a request while `currentConnection` knows where it came from: Next passes its routes and pages nothing of it. */
export function withConnection<T>(connection: Connection, answer: () => T): T {
  return current().run(connection, answer);
}

/** As `withConnection`, for all that follows: where someone else calls what answers. */
export function enterConnection(connection: Connection): void {
  current().enterWith(connection);
}

/** What is done for several requests at once comes from none of their connections. */
export function outsideConnections<T>(work: () => T): T {
  return current().getStore() === undefined ? work() : current().run(NO_CONNECTION, work);
}

export function currentConnection(): Connection {
  return current().getStore() ?? NO_CONNECTION;
}

const broken = new WeakSet<object>();

/** From now on the connection is one on which something came that is no request. False: it was one already. */
export function markBroken(socket: object): boolean {
  if (broken.has(socket)) return false;
  broken.add(socket);
  return true;
}

export function isBroken(socket: object): boolean {
  return broken.has(socket);
}

/** What a proxy writes into a request it passes on, one on this very machine too. */
const PASSED_ON = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

export function isPassedOn(hasHeader: (name: string) => boolean): boolean {
  return PASSED_ON.some(hasHeader);
}

/** Who is at the other end of the socket, before Next writes headers of its own. */
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

/** Whether a request names this machine in its Host header: a page of elsewhere may reach it under a name of its own. */
export function isLocalHostHeader(host: string | null | undefined): boolean {
  return URL.canParse(`http://${host}`) && isLocalName(new URL(`http://${host}`).hostname);
}

/** Whether the current request was sent from this machine, with no proxy between: some things only its developer may do. */
export function isFromThisMachine(): boolean {
  const { remoteAddress, isPassedOn: isElsewhere } = currentConnection();
  return (
    getEnv().TRUSTED_PROXY_HOPS === 0 && isElsewhere === false && parseAddress(remoteAddress)?.range() === "loopback"
  );
}

/** Few addresses ask often, and each request asks for its own several times. */
const shown = new LRUCache<string, string>({ max: 1_000 });

/** `192.0.2.1`, `2001:db8::1`, and the forms with a port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:443`. */
function parseAddress(text: string | null | undefined) {
  const bare = text?.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return bare && ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/**
 * The caller's address for limits: an IPv4 address, or the /64 of an IPv6 one, since anyone with one address of a /64
 * has them all. `X-Forwarded-For` counts only as far as TRUSTED_PROXY_HOPS proxies have written it.
 */
export function clientAddress(forwardedFor: string | null, connection: Connection): string | null {
  const hops = getEnv().TRUSTED_PROXY_HOPS;
  const forwarded = hops > 0 ? (forwardedFor?.split(",").at(-hops)?.trim() ?? null) : null;
  return showAddress(forwarded) ?? showAddress(connection.remoteAddress);
}

function showAddress(text: string | null | undefined): string | null {
  const known = text && shown.get(text);
  if (known) return known;
  const address = parseAddress(text);
  if (!text || !address) return null;
  const isVersion4 = address.kind() === "ipv4";
  const made = isVersion4 ? address.toString() : `${address.toByteArray().slice(0, 8).join(".")}/64`;
  shown.set(text, made);
  return made;
}

/** The /48 around an IPv6 address that `clientAddress` has said; what stands behind the address stays. Null for IPv4. */
export function siteOf(address: string): string | null {
  const network = /^((?:\d{1,3}\.){5}\d{1,3})\.\d{1,3}\.\d{1,3}\/64/.exec(address);
  return network && `${network[1]}/48${address.slice(network[0].length)}`;
}
