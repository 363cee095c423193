import { getHealth } from "@/server/contracts/rest/health";
import { keepBodies, recordRequest } from "@/server/domain/request-log";
import { clientAddress } from "@/server/platform/connection";
import { isRecordId } from "@/server/platform/ids";
import { getPlainLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import type { Span } from "@/server/platform/traces";
import type { Exchange } from "./exchange";
import type { ApiResponse } from "./request";

/** A valid Idempotency-Key; any other value of the header is not written down. */
const KEY = /^[\x20-\x7e]{1,80}$/;

/** The answer says nothing that its status doesn't, and a flood has many. */
const TOO_MANY = 429;

interface LoggedRequest {
  /** The template of the path. */
  readonly route: string;
  readonly arrivedAt: Date;
  readonly durationMs: number;
  readonly response: ApiResponse;
  readonly errorCode: string | null;
}

/**
 * Puts an authenticated request into the tenant's log: never a secret, or what a caller made up; bodies where they are kept,
 * redacted before they wait to be written.
 */
export function noteRequest(
  exchange: Exchange,
  { route, arrivedAt, durationMs, response, errorCode }: LoggedRequest,
): void {
  const { request, connection, requestId, headers, owner, isKeyless } = exchange;
  if (!owner) return;
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
    address: maskAddress(clientAddress(request.header("x-forwarded-for"), connection)),
    createdAt: arrivedAt,
    tenantId,
    environment,
    keyId,
    merchantId,
  };
  const isKept = keepsBodies && status !== TOO_MANY;
  const wire = { request: exchange.body ?? "", response: response.body, environment, isRefused: !hasAccepted(status) };
  recordRequest(record, isKept ? keepBodies(wire) : null);
}

/** Whether the request was as its contract has it. */
function hasAccepted(status: number): boolean {
  return status < 400 || status === 409;
}

/**
 * The template, with the ids of records that were found. Other ids stay out: a panToken in the wrong place has
 * the form of an id, and a payment code stands where its id could.
 */
function shownPath({ pathParams }: Exchange, route: string, status: number): string {
  if (!hasAccepted(status) || !route.includes("{")) return route;
  return route.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = pathParams[name] ?? "";
    return isRecordId(value) ? value : braces;
  });
}

/** Enough to distinguish one's own servers from others: an IPv4 address without its last part, the /64 of an IPv6 one. */
function maskAddress(address: string | null): string | null {
  return address?.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24") ?? null;
}

interface MeasuredRequest {
  /** The contract's id. */
  readonly operation: string;
  /** The template of the path; null where there is nothing. */
  readonly route: string | null;
  readonly durationMs: number;
  readonly status: number;
  readonly errorCode: string | null;
}

/** For operators of the service: counts an answered request, ends its span, and writes its line in the log. */
export function observeRequest(exchange: Exchange, answered: MeasuredRequest, span: Span | null): void {
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
  // Monitors ask every few seconds: a healthy answer is no news.
  if (route === getHealth.path && status === 200) getPlainLogger().debug(line, "request");
  else getPlainLogger().info(line, "request");
  if (span) endSpan(span, exchange, answered);
}

/** Ids of the tenant and merchant that sent a request; absent where the request proved no key. */
export function namesOf({ owner }: Exchange) {
  if (!owner) return {};
  const { tenantId, environment, keyRecordId: keyId, merchantId } = owner;
  return { tenantId, environment, keyId, merchantId: merchantId ?? undefined };
}

/** Under OpenTelemetry's own names where it has one. */
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
