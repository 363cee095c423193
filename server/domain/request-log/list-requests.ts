import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import type { StaffCaller } from "../caller";
import { type PageCursor, toPage } from "../page";
import { byNumber, byText, type SortKey } from "../sort-keys";
import { type SortedInput, type SortedPage, sortedPage } from "../sorted-page";
import type { RequestRecord } from "./request-record";

/** Records searched per page; older ones are on the next page, so a page may be empty. */
const LOOKED_THROUGH = 50_000;

interface RequestFilter {
  /** 2 for 2xx, and so on. */
  readonly class: "2" | "4" | "5" | null;
  /** Method and path template as in contracts: `GET /v1/authorizations/{id}`. */
  readonly operation: string | null;
  /** Id of a tenant's or merchant's key. */
  readonly key: string | null;
  readonly error: string | null;
  /** Only requests that held or moved money without an Idempotency-Key. */
  readonly keyless: "yes" | null;
  /** Selective by itself, so other filters need no index. */
  readonly idempotencyKey: string | null;
  readonly requestId: string | null;
}

type SortName = "request" | "status" | "duration";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  request: byText(sql`r.path || ' ' || r.method`),
  status: byNumber(sql`r.status`),
  duration: byNumber(sql`r.duration_ms`),
};

const NEWEST = sql`r.created_at DESC, r.id DESC`;

/** Includes its merchants' requests; newest first, or in the order asked for. */
export function listRequests(
  caller: StaffCaller,
  input: RequestFilter & Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<RequestRecord>> {
  const through = (rest: Sql, order: Sql) => sql`SELECT r.* FROM request_records r
    WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
      AND ${lookUpOf(input)} AND ${rest} ORDER BY ${order}`;
  const read = (rest: Sql, order: Sql, limit: number) =>
    query<RequestRecord>(
      getPool(),
      sql`SELECT * FROM (${through(rest, order)} LIMIT ${LOOKED_THROUGH}) r WHERE ${conditionOf(input)}
        ORDER BY ${order} LIMIT ${limit}`,
    );
  const lastOf = async (rest: Sql, order: Sql): Promise<PageCursor | null> => {
    const [last] = await query<PageCursor>(
      getPool(),
      sql`${through(rest, order)} OFFSET ${LOOKED_THROUGH - 1} LIMIT 1`,
    );
    return last ?? null;
  };
  const until = (asOf: Date | null) => (asOf === null ? sql`true` : sql`r.created_at <= ${asOf}`);
  return sortedPage(
    { ...input, now: caller.now },
    {
      rows: (asOf) => sql`FROM (${through(until(asOf), NEWEST)} LIMIT ${LOOKED_THROUGH}) r WHERE ${conditionOf(input)}`,
      findEnd: (asOf) => lastOf(until(asOf), NEWEST),
      createdAt: sql`r.created_at`,
      id: sql`r.id`,
      keys: SORT_KEYS,
      read: (ids) => read(sql`r.id = ANY(${ids})`, NEWEST, ids.length),
      idOf: ({ id }) => id,
      byTime: async ({ after, order, limit }) => {
        const page = toPage(await read(after, order, limit + 1), limit, (record) => record);
        return page.next ? page : { items: page.items, next: await lastOf(after, order) };
      },
    },
  );
}

function lookUpOf({ idempotencyKey, requestId, keyless }: RequestFilter): Sql {
  const ofMark = keyless ? sql`r.is_keyless` : sql`true`;
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
