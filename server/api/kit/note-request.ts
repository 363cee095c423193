import { keepBodies, recordRequest } from "@/server/domain/request-log";
import { clientAddress } from "@/server/platform/connection";
import { isRecordId } from "@/server/platform/ids";
import type { Exchange } from "./exchange";
import type { ApiResponse } from "./request";

/** As an Idempotency-Key may be; what else stood in the header is not written down. */
const KEY = /^[\x20-\x7e]{1,80}$/;

/** The answer says nothing that its status doesn't, and a flood has many. */
const TOO_MANY = 429;

interface Answered {
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
export function noteRequest(exchange: Exchange, { route, arrivedAt, durationMs, response, errorCode }: Answered): void {
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
 * The template, with the ids of records that were found. What was not found stays out: a panToken in the wrong place has
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
