import { getHealth } from "@/server/contracts/rest/health";
import { listRequests } from "@/server/contracts/rest/reading-back/requests";
import { DomainError } from "@/server/domain/errors";
import { recordRequest, redactBodies } from "@/server/domain/request-log";
import { now } from "@/server/platform/clock";
import { type Connection, clientNetwork } from "@/server/platform/connection";
import { isRecordId, newRecordId } from "@/server/platform/ids";
import { getLogger, getPlainLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import { beginSpan, readTraceparent, type Span, toTraceparent } from "@/server/platform/traces";
import { challengeFor } from "./authenticate";
import type { Endpoint } from "./endpoint";
import { HTTP_STATUS, nothingHere, toDomainError } from "./errors";
import type { Exchange } from "./exchange";
import { waitForPace } from "./gates";
import { invalidHeader } from "./read-request";
import { type Answered, type ApiRequest, type ApiResponse, respondError } from "./request";

interface PathMatch {
  readonly endpoints: readonly Endpoint[];
  readonly pathParams: Readonly<Record<string, string>>;
}

interface Route {
  readonly segments: readonly string[];
  readonly endpoints: Endpoint[];
}

const PARAM = /^\{(\w+)\}$/;

export class Routes {
  readonly #plain = new Map<string, PathMatch & { readonly endpoints: Endpoint[] }>();
  readonly #byLength = new Map<number, Route[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  #add(endpoint: Endpoint): void {
    const { path } = endpoint.contract;
    if (!path.includes("{")) {
      const known = this.#plain.get(path);
      if (known) known.endpoints.push(endpoint);
      else this.#plain.set(path, { endpoints: [endpoint], pathParams: {} });
      return;
    }
    const segments = path.split("/");
    const ofLength = this.#byLength.get(segments.length) ?? [];
    this.#byLength.set(segments.length, ofLength);
    const known = ofLength.find((route) => route.segments.join("/") === path);
    if (known) known.endpoints.push(endpoint);
    else ofLength.push({ segments, endpoints: [endpoint] });
  }

  find(path: string): PathMatch | null {
    const plain = this.#plain.get(path);
    if (plain) return plain;
    const sent = path.split("/");
    for (const { segments, endpoints } of this.#byLength.get(sent.length) ?? []) {
      const pathParams = paramsOf(segments, sent);
      if (pathParams === "other") continue;
      return pathParams && { endpoints, pathParams };
    }
    return null;
  }
}

function paramsOf(segments: readonly string[], sent: readonly string[]): Record<string, string> | null | "other" {
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const [, name] = PARAM.exec(segment) ?? [];
    const value = sent[i] ?? "";
    if (name === undefined ? segment !== value : value === "") return "other";
    if (name !== undefined) params[name] = value;
  }
  try {
    for (const name in params) params[name] = decodeURIComponent(params[name] ?? "");
    return params;
  } catch {
    return null;
  }
}

function choose(match: PathMatch | null, method: string, headers: Record<string, string>): Endpoint {
  if (!match) throw nothingHere();
  const endpoint = endpointFor(match, method);
  if (endpoint) return endpoint;
  const allowed = match.endpoints.map(({ contract }) => contract.method);
  headers.allow = allowed.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
  throw new DomainError("method_not_allowed", `This URL doesn’t support ${method}.`, {
    details: { allowed: headers.allow },
  });
}

function endpointFor(match: PathMatch | null, method: string): Endpoint | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  return match?.endpoints.find(({ contract }) => contract.method === wanted);
}

const NOTHING_KNOWN = { owner: null, body: null, isCounted: false, declineCode: null, isKeyless: false };

/** The contract's operation id. All unmatched requests share one name, so that callers can't create metric series. */
function operationOf(match: PathMatch | null, method: string): string {
  return endpointFor(match, method)?.contract.id ?? "none";
}

/**
 * Answers a request: the single entry point for both hosts. Never throws; every response, including faults and unknown paths,
 * has the error body of contract 7 and an X-Request-Id of ours.
 */
export async function dispatch(routes: Routes, request: ApiRequest, connection: Connection): Promise<Answered> {
  const startedAt = performance.now();
  const arrivedAt = now();
  const requestId = newRecordId(arrivedAt);
  const headers: Record<string, string> = { "x-request-id": requestId };
  const match = routes.find(request.path);
  const pathParams = match?.pathParams ?? {};
  const exchange: Exchange = { request, connection, requestId, pathParams, headers, ...NOTHING_KNOWN };
  const operation = operationOf(match, request.method);
  const span = beginSpan({ name: operation, kind: "server", parent: readTraceparent(request.header("traceparent")) });
  if (span) headers.traceparent = toTraceparent(span.point);
  let errorCode: string | null = null;
  const response = await (span ? span.run(answer) : answer());
  const durationMs = performance.now() - startedAt;
  const refused = refusedCaller(exchange, response.status);
  if (refused) await waitForPace(refused);
  return {
    response,
    note: () => {
      // Logs the path template: a caller may have put a panToken or a code into the path.
      const route = match?.endpoints[0]?.contract.path ?? null;
      const { status } = response;
      observeRequest(exchange, { operation, route, durationMs, status, errorCode }, span);
      if (route) noteRequest(exchange, { route, arrivedAt, durationMs, response, errorCode });
    },
  };

  async function answer(): Promise<ApiResponse> {
    try {
      const endpoint = choose(match, request.method, headers);
      if (request.repeatedHeader) throw invalidHeader(request.repeatedHeader, "may be sent once");
      return await endpoint.answer(exchange);
    } catch (error) {
      const refusal = toDomainError(error);
      errorCode = refusal.code;
      if (refusal.code === "internal_error") {
        const traceId = span?.point.traceId;
        getLogger().error(
          { requestId, traceId, operation, ...namesOf(exchange), error: faultOf(error) },
          "request failed",
        );
      }
      if (HTTP_STATUS[refusal.code] === 401) headers["www-authenticate"] = challengeFor(request, refusal);
      return respondError(refusal, headers);
    }
  }
}

/**
 * The caller whose refusal should be delayed: a key over its rate or concurrency, or an address without a key. Such refusals
 * are cheap and could be provoked endlessly. Null for any other response.
 */
function refusedCaller({ owner, request, connection }: Exchange, status: number): string | null {
  if (status < 400) return null;
  if (owner)
    return status === HTTP_STATUS.rate_limit_exceeded || status === HTTP_STATUS.temporarily_unavailable
      ? owner.keyId
      : null;
  return clientNetwork(request.header("x-forwarded-for"), connection);
}

/** Fields safe to log. A database error's `detail` contains row values, so it is left out. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack };
}

/** A valid Idempotency-Key; other values of the header aren't logged. */
const KEY = /^[\x20-\x7e]{1,80}$/;

/** Bodies of 429s aren't kept: they add nothing to the status, and a flood has many. */
const TOO_MANY = 429;

interface LoggedRequest {
  readonly route: string;
  readonly arrivedAt: Date;
  readonly durationMs: number;
  readonly response: ApiResponse;
  readonly errorCode: string | null;
}

/**
 * Records an authenticated request in the tenant's log, without secrets or unrecognized input. Bodies, if the tenant keeps
 * them, are redacted before they are queued.
 */
function noteRequest(exchange: Exchange, { route, arrivedAt, durationMs, response, errorCode }: LoggedRequest): void {
  const { request, connection, requestId, headers, owner, isKeyless } = exchange;
  if (!owner) return;
  // A program that follows the log would fill it.
  if (route === listRequests.path && response.status === 200) return;
  const { tenantId, environment, keyId, merchantId, keepsBodies } = owner;
  const { status } = response;
  const key = request.header("idempotency-key");
  const record = {
    id: requestId,
    method: request.method,
    path: shownPath(exchange, route, status),
    status,
    errorCode,
    idempotencyKey: key !== null && KEY.test(key) ? key : null,
    isReplay: headers["idempotent-replayed"] === "true",
    isKeyless,
    durationMs: Math.round(durationMs),
    address: maskAddress(clientNetwork(request.header("x-forwarded-for"), connection)),
    createdAt: arrivedAt,
    tenantId,
    environment,
    keyId,
    merchantId,
  };
  const isKept = keepsBodies && status !== TOO_MANY;
  const wire = { request: exchange.body ?? "", response: response.body, environment, isRefused: !hasAccepted(status) };
  recordRequest(record, isKept ? redactBodies(wire) : null);
}

/** Whether the request matched its contract. */
function hasAccepted(status: number): boolean {
  return status < 400 || status === 409;
}

/**
 * The path template, with ids filled in only if their records were found. Other values could be a panToken or payment code sent
 * in place of an id.
 */
function shownPath({ pathParams }: Exchange, route: string, status: number): string {
  if (!hasAccepted(status) || !route.includes("{")) return route;
  return route.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = pathParams[name] ?? "";
    return isRecordId(value) ? value : braces;
  });
}

/** Truncates the address (IPv4 to /24, IPv6 to /64): enough to tell one's own servers from others. */
function maskAddress(address: string | null): string | null {
  return address?.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24") ?? null;
}

interface MeasuredRequest {
  readonly operation: string;
  readonly route: string | null;
  readonly durationMs: number;
  readonly status: number;
  readonly errorCode: string | null;
}

function observeRequest(exchange: Exchange, answered: MeasuredRequest, span: Span | null): void {
  const { operation, route, durationMs, status, errorCode } = answered;
  metrics().requests.inc({ operation, status, error: errorCode ?? "" });
  metrics().requestSeconds.observe({ operation }, durationMs / 1_000);
  const { requestId, request, declineCode, headers } = exchange;
  const line = {
    requestId,
    traceId: span?.point.traceId,
    method: request.method,
    route,
    status,
    durationMs: Math.round(durationMs),
    ...namesOf(exchange),
    isReplay: headers["idempotent-replayed"] === "true" || undefined,
    errorCode: errorCode ?? undefined,
    declineCode: declineCode ?? undefined,
  };
  // Monitors poll every few seconds, so healthy responses are logged at debug level only.
  if (route === getHealth.path && status === 200) getPlainLogger().debug(line, "request");
  else getPlainLogger().info(line, "request");
  if (span) endSpan(span, exchange, answered);
}

function namesOf({ owner }: Exchange) {
  if (!owner) return {};
  const { tenantId, environment, keyRecordId: keyId, merchantId } = owner;
  return { tenantId, environment, keyId, merchantId: merchantId ?? undefined };
}

/** Uses OpenTelemetry's semantic attribute names where they exist. */
function endSpan(span: Span, exchange: Exchange, { route, status, errorCode }: MeasuredRequest): void {
  const { requestId, request, declineCode, owner } = exchange;
  span.end({
    facts: {
      "http.request.method": request.method,
      "http.route": route ?? undefined,
      "http.response.status_code": status,
      "error.type": errorCode ?? undefined,
      "closed_loop.request_id": requestId,
      "closed_loop.tenant_id": owner?.tenantId,
      "closed_loop.environment": owner?.environment,
      "closed_loop.key_id": owner?.keyRecordId,
      "closed_loop.decline_code": declineCode ?? undefined,
    },
    isFault: status >= 500,
  });
}
