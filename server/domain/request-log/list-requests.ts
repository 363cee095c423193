import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { StaffCaller } from "../caller";
import { olderThan, type Page, type PageInput, toPage } from "../page";
import type { RequestRecord } from "./request-record";

/** So many are looked through for one page; what is older is a page of its own, which may be empty. */
const LOOKED_THROUGH = 50_000;

interface RequestFilters {
  /** 2, 4 or 5: of 2xx, 4xx, 5xx. */
  readonly statusClass: 2 | 4 | 5 | null;
  readonly method: string | null;
  /** A path's template, as contracts have it: `/v1/authorizations/{id}`. */
  readonly route: string | null;
  readonly keyId: string | null;
  readonly errorCode: string | null;
  /** Finds by itself: whatever else is requested, these are few. */
  readonly idempotencyKey: string | null;
  readonly requestId: string | null;
}

interface ListInput extends PageInput {
  readonly filters: RequestFilters;
}

/** The tenant's requests and its merchants', newest first. */
export async function listRequests(caller: StaffCaller, input: ListInput): Promise<Page<RequestRecord>> {
  const { filters, limit, cursor } = input;
  const window = sql`SELECT r.* FROM request_records r
    WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
      AND ${lookUpOf(filters)} AND ${olderThan(cursor, sql`r.created_at`, sql`r.id`)}
    ORDER BY r.created_at DESC, r.id DESC`;
  const rows = await query<RequestRecord>(
    getPool(),
    sql`SELECT * FROM (${window} LIMIT ${LOOKED_THROUGH}) r WHERE ${conditionOf(filters)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}`,
  );
  const page = toPage(rows, limit, (record) => record);
  if (page.next) return page;
  const [last] = await query<RequestRecord>(getPool(), sql`${window} OFFSET ${LOOKED_THROUGH - 1} LIMIT 1`);
  return { items: page.items, next: last ?? null };
}

/** What an index answers. */
function lookUpOf({ idempotencyKey, requestId }: RequestFilters): Sql {
  if (requestId !== null) return isRecordId(requestId) ? sql`r.id = ${requestId}` : sql`false`;
  return idempotencyKey === null ? sql`true` : sql`r.idempotency_key = ${idempotencyKey}`;
}

function conditionOf({ statusClass, method, route, keyId, errorCode }: RequestFilters): Sql {
  const ofClass = statusClass === null ? sql`true` : sql`r.status / 100 = ${statusClass}::integer`;
  const ofMethod = method === null ? sql`true` : sql`r.method = ${method}`;
  const ofRoute = route === null ? sql`true` : sql`r.path ~ ${patternOf(route)}`;
  const ofKey = keyId === null ? sql`true` : sql`r.key_id = ${keyId}`;
  const ofCode = errorCode === null ? sql`true` : sql`r.error_code = ${errorCode}`;
  return sql`${ofCode} AND ${ofClass} AND ${ofMethod} AND ${ofRoute} AND ${ofKey}`;
}

/** Every path of a template: a name in braces is one segment, all else stands for itself. */
function patternOf(route: string): string {
  const pieces = route.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^$()|{}[\]\\]/g, "\\$&"));
  return `^${pieces.join("[^/]+")}$`;
}
