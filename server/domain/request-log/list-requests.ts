import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { TenantCaller } from "../caller";
import { defineList, type List, type Span } from "../list";
import { byNumber, byText } from "../sort-keys";
import type { RequestRecord } from "./request-record";

/** Records searched per page of a person’s; older ones are on the next page, so a page may be empty. */
const LOOKED_THROUGH = 50_000;

interface RequestFilter extends Span {
  /** 2 for 2xx, and so on. */
  readonly class: "2" | "4" | "5" | null;
  readonly failed?: true | null;
  /** Method and path template as in contracts: `GET /v1/authorizations/{id}`. */
  readonly operation: string | null;
  /** Id of a tenant's or merchant's key. */
  readonly key: string | null;
  readonly error: string | null;
  /** Only requests that held or moved money without an Idempotency-Key. */
  readonly keyless: "yes" | true | null;
  /** Selective by itself, so other filters need no index. */
  readonly idempotencyKey: string | null;
  readonly requestId: string | null;
}

/** Includes its merchants' requests. */
export function requestList(
  caller: TenantCaller,
  filter: RequestFilter,
): List<RequestRecord, "request" | "status" | "duration"> {
  return defineList({
    as: sql`r`,
    own: sql`FROM request_records r
      WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment`,
    where: lookUpOf(filter),
    like: conditionOf(filter),
    span: filter,
    ...(caller.kind === "staff" && { mostAtOnce: LOOKED_THROUGH }),
    select: (found) => sql`SELECT r.* FROM ${found} r`,
    keys: {
      request: byText(sql`r.path || ' ' || r.method`),
      status: byNumber(sql`r.status`),
      duration: byNumber(sql`r.duration_ms`),
    },
  });
}

function lookUpOf({ idempotencyKey, requestId, keyless, failed, error, class: statusClass }: RequestFilter): Sql {
  // Every status above 399 has an error code, and failures have an index.
  const hasFailed = failed || error !== null || statusClass === "4" || statusClass === "5";
  const ofOutcome = hasFailed ? sql`r.error_code IS NOT NULL` : sql`true`;
  const ofMark = keyless ? sql`r.is_keyless AND ${ofOutcome}` : ofOutcome;
  if (requestId !== null) return isRecordId(requestId) ? sql`${ofMark} AND r.id = ${requestId}` : sql`false`;
  return idempotencyKey === null ? ofMark : sql`${ofMark} AND r.idempotency_key = ${idempotencyKey}`;
}

function conditionOf({ class: statusClass, operation, key, error }: RequestFilter): Sql {
  const [method = null, route = null] = operation?.split(" ") ?? [];
  const ofClass = statusClass === null ? sql`true` : sql`r.status / 100 = ${Number(statusClass)}::integer`;
  const ofMethod = method === null ? sql`true` : sql`r.method = ${method}`;
  const ofRoute = route === null ? sql`true` : sql`r.path ~ ${patternOf(route)}`;
  const ofKey = key === null ? sql`true` : sql`r.key_id = ${key}`;
  const ofCode = error === null ? sql`true` : sql`r.error_code = ${error}`;
  return sql`${ofCode} AND ${ofClass} AND ${ofMethod} AND ${ofRoute} AND ${ofKey}`;
}

/** A name in braces matches one path segment; everything else is literal. */
function patternOf(route: string): string {
  const pieces = route.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^$()|{}[\]\\]/g, "\\$&"));
  return `^${pieces.join("[^/]+")}$`;
}
