import { recordRequest } from "@/server/domain/request-log";
import { clientAddress } from "@/server/platform/connection";
import { isRecordId } from "@/server/platform/ids";
import type { Exchange } from "./exchange";

/** As an Idempotency-Key may be; what else stood in the header is not written down. */
const KEY = /^[\x20-\x7e]{1,80}$/;

interface Answered {
  /** The template of the path. */
  readonly route: string;
  readonly arrivedAt: Date;
  readonly durationMs: number;
  readonly status: number;
  readonly errorCode: string | null;
}

/** Puts an authenticated request into the tenant's log: never a body, a secret, or what a caller made up. */
export function noteRequest(exchange: Exchange, { route, arrivedAt, durationMs, status, errorCode }: Answered): void {
  const { request, connection, requestId, headers, owner } = exchange;
  if (!owner) return;
  const { tenantId, environment, keyId, merchantId } = owner;
  const key = request.header("idempotency-key");
  recordRequest({
    id: requestId,
    method: request.method,
    path: shownPath(exchange, route, status),
    status,
    errorCode,
    idempotencyKey: key !== null && KEY.test(key) ? key : null,
    isReplay: headers["idempotent-replayed"] === "true",
    durationMs: Math.round(durationMs),
    address: maskAddress(clientAddress(request.header("x-forwarded-for"), connection)),
    createdAt: arrivedAt,
    tenantId,
    environment,
    keyId,
    merchantId,
  });
}

/**
 * The template, with the ids of records that were found. What was not found stays out: a panToken in the wrong place has
 * the form of an id, and a payment code stands where its id could.
 */
function shownPath({ pathParams }: Exchange, route: string, status: number): string {
  if (status >= 400 && status !== 409) return route;
  return route.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = pathParams[name] ?? "";
    return isRecordId(value) ? value : braces;
  });
}

/** Enough to distinguish one's own servers from others: an IPv4 address without its last part, the /64 of an IPv6 one. */
function maskAddress(address: string | null): string | null {
  return address?.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24") ?? null;
}
