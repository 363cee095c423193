import http from "node:http";
import https from "node:https";
import type { LookupFunction, TcpNetConnectOpts } from "node:net";
import { refuseAddress } from "./address-policy";
import { connectionsFor, type Pooled, poolOf } from "./connections";
import { type Address, addressesOf, type Resolve } from "./resolve-host";
import { readTarget, type Target } from "./url-policy";

export interface PostRequest {
  readonly url: string;
  readonly subscriptionId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** `error` is null exactly for a complete 2xx response. */
export interface PostResult {
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface PostOptions {
  readonly resolve: Resolve;
  /** For connecting, sending, and reading together (contract 8). */
  readonly timeoutMs: number;
}

/** Node passes these to the socket; its types lack them. */
type FamilyOptions = Pick<TcpNetConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout">;

const MAX_READ_BYTES = 64 * 1024;
/** Some frameworks send debug headers longer than Node's 16 KB limit. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 1024;

function failed(error: string, responseCode: number | null = null, responseBody: string | null = null): PostResult {
  return { responseCode, responseBody, error };
}

/**
 * The addresses at which the target may be reached. A single non-public one refuses them all, since such a name is an attack.
 */
async function judgeAddresses(target: Target, resolve: Resolve): Promise<readonly Address[] | { refusal: string }> {
  const addresses = await addressesOf(target, resolve).catch(() => null);
  if (!addresses) return { refusal: `${target.host} could not be resolved: the name servers do not answer` };
  if (addresses.length === 0) return { refusal: `${target.host} has no address` };
  if (target.kind === "localhost") return addresses;
  for (const { address } of addresses) {
    const reason = refuseAddress(address);
    if (reason !== null) return { refusal: `refused to connect: ${target.host} is ${address}, which ${reason}` };
  }
  return addresses;
}

/**
 * Sends a POST to a URL chosen by a tenant: the only way out of the service. Connects only to the addresses that were checked,
 * trying all of them, or reuses a connection made to them. Follows no redirects, reads at most 64 KB, and keeps 1 KB. Throws
 * nothing that the other side could cause.
 */
export async function post(request: PostRequest, options: PostOptions): Promise<PostResult> {
  const target = readTarget(request.url);
  if ("refusal" in target) return failed(`The url ${target.refusal}.`);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  try {
    const timedOut = new Promise<{ refusal: string }>((resolve) => {
      timeout.signal.addEventListener("abort", () => resolve({ refusal: `${target.host} was not resolved in time` }));
    });
    const addresses = await Promise.race([judgeAddresses(target, options.resolve), timedOut]);
    if ("refusal" in addresses) return failed(`${addresses.refusal}.`);
    const exchanged = await exchange(target, addresses, request, { ...options, signal: timeout.signal });
    // The kept connection was just being closed. Retried once on a new one, within the same time limit.
    return (
      exchanged ??
      (await exchange(target, addresses, request, { ...options, signal: timeout.signal, isNew: true })) ??
      failed("The connection was closed without an answer.")
    );
  } finally {
    clearTimeout(timer);
  }
}

interface ExchangeOptions extends PostOptions {
  readonly signal: AbortSignal;
  readonly isNew?: boolean;
}

export function toRequest(
  target: Target,
  addresses: readonly Address[],
  { subscriptionId, headers, body }: PostRequest,
  { timeoutMs, signal, isNew = false }: ExchangeOptions,
): https.RequestOptions & FamilyOptions & Pooled {
  return {
    method: "POST",
    host: target.host,
    port: target.port,
    ...tlsNameOf(target.host),
    maxHeaderSize: MAX_HEADER_BYTES,
    path: `${target.url.pathname}${target.url.search}`,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    agent: isNew ? false : connectionsFor(target.url),
    pool: poolOf(subscriptionId, addresses),
    signal,
    lookup: pinTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(10, Math.floor(timeoutMs / addresses.length)),
  };
}

/** TLS server names have no trailing dot (RFC 6066 3). */
function tlsNameOf(host: string): { readonly servername?: string } {
  return host.endsWith(".") ? { servername: host.slice(0, -1) } : {};
}

/** Null if a kept connection turned out to be closed before it returned anything, which says nothing about the receiver. */
function exchange(
  target: Target,
  addresses: readonly Address[],
  request: PostRequest,
  options: ExchangeOptions,
): Promise<PostResult | null> {
  return new Promise((resolve) => {
    const { timeoutMs, signal } = options;
    const send = target.url.protocol === "https:" ? https.request : http.request;
    let responseCode: number | null = null;
    let answer = null as http.IncomingMessage | null;
    let received = Buffer.alloc(0);
    const finish = (error: string | null) => {
      const isSuccess = responseCode !== null && responseCode >= 200 && responseCode < 300;
      const reason = error ?? (isSuccess ? null : describeStatus(responseCode));
      resolve({ responseCode, responseBody: responseCode === null ? null : keep(received), error: reason });
    };
    const cut = (error: string | null) => {
      finish(error);
      outgoing.destroy();
    };
    const outgoing = send(toRequest(target, addresses, request, options));
    outgoing.on("error", (error) => {
      // A complete response counts, whatever follows it, such as a body after a 204.
      if (answer?.complete) return cut(null);
      if (isStale(outgoing, error) && responseCode === null && !signal.aborted) return resolve(null);
      cut(signal.aborted ? `No complete answer within ${timeoutMs / 1000} seconds.` : describeError(error));
    });
    // Only a 101 arrives here; it takes the socket out of HTTP.
    outgoing.on("upgrade", (response, socket) => {
      responseCode = response.statusCode ?? null;
      socket.destroy();
      cut("The receiver wanted to switch protocols.");
    });
    // Makes sure that every attempt ends.
    outgoing.on("close", () => finish("The connection was closed without an answer."));
    outgoing.on("response", (response) => {
      answer = response;
      responseCode = response.statusCode ?? null;
      response.on("data", (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (received.length > MAX_READ_BYTES) cut(null);
      });
      response.on("end", () => finish(null));
      response.on("error", (error) => {
        if (response.complete) return cut(null);
        cut(signal.aborted ? `No complete answer within ${timeoutMs / 1000} seconds.` : describeError(error));
      });
    });
    outgoing.end(request.body);
  });
}

function isStale({ reusedSocket }: http.ClientRequest, error: Error): boolean {
  return reusedSocket && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** A DNS lookup that returns the checked addresses, so that the name isn't resolved again. */
function pinTo(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

function describeStatus(status: number | null): string {
  if (status !== null && status >= 300 && status < 400) return `The receiver answered ${status}: not followed.`;
  return `The receiver answered ${status}.`;
}

/** Uses error codes only; messages contain addresses that must not leak. */
function describeError(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "unknown";
  return `The connection failed (${code}).`;
}

/** The first KB, as text that PostgreSQL can store. */
function keep(received: Buffer): string {
  return received.subarray(0, MAX_KEPT_BYTES).toString("utf8").replaceAll("\u0000", "\ufffd");
}
