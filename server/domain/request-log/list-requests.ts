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

interface RequestFilters {
  /** 2 for 2xx, and so on. */
  readonly statusClass: 2 | 4 | 5 | null;
  readonly method: string | null;
  /** Path template as in contracts: `/v1/authorizations/{id}`. */
  readonly route: string | null;
  readonly keyId: string | null;
  readonly errorCode: string | null;
  /** Only requests that held or moved money without an Idempotency-Key. */
  readonly isKeyless: boolean;
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

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly filters: RequestFilters;
}

const NEWEST = sql`r.created_at DESC, r.id DESC`;

/** Includes its merchants' requests; newest first, or in the order asked for. */
export function listRequests(caller: StaffCaller, input: ListInput): Promise<SortedPage<RequestRecord>> {
  const { filters } = input;
  const through = (rest: Sql, order: Sql) => sql`SELECT r.* FROM request_records r
    WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
      AND ${lookUpOf(filters)} AND ${rest} ORDER BY ${order}`;
  const read = (rest: Sql, order: Sql, limit: number) =>
    query<RequestRecord>(
      getPool(),
      sql`SELECT * FROM (${through(rest, order)} LIMIT ${LOOKED_THROUGH}) r WHERE ${conditionOf(filters)}
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
      rows: (asOf) =>
        sql`FROM (${through(until(asOf), NEWEST)} LIMIT ${LOOKED_THROUGH}) r WHERE ${conditionOf(filters)}`,
      findEnd: (asOf) => lastOf(until(asOf), NEWEST),
      ...{ createdAt: sql`r.created_at`, id: sql`r.id`, keys: SORT_KEYS },
      read: (ids) => read(sql`r.id = ANY(${ids})`, NEWEST, ids.length),
      idOf: ({ id }) => id,
      byTime: async ({ after, order, limit }) => {
        const page = toPage(await read(after, order, limit + 1), limit, (record) => record);
        return page.next ? page : { items: page.items, next: await lastOf(after, order) };
      },
    },
  );
}

function lookUpOf({ idempotencyKey, requestId, isKeyless }: RequestFilters): Sql {
  const ofMark = isKeyless ? sql`r.is_keyless` : sql`true`;
  if (requestId !== null) return isRecordId(requestId) ? sql`${ofMark} AND r.id = ${requestId}` : sql`false`;
  return idempotencyKey === null ? ofMark : sql`${ofMark} AND r.idempotency_key = ${idempotencyKey}`;
}

function conditionOf({ statusClass, method, route, keyId, errorCode }: RequestFilters): Sql {
  const ofClass = statusClass === null ? sql`true` : sql`r.status / 100 = ${statusClass}::integer`;
  const ofMethod = method === null ? sql`true` : sql`r.method = ${method}`;
  const ofRoute = route === null ? sql`true` : sql`r.path ~ ${patternOf(route)}`;
  const ofKey = keyId === null ? sql`true` : sql`r.key_id = ${keyId}`;
  const ofCode = errorCode === null ? sql`true` : sql`r.error_code = ${errorCode}`;
  return sql`${ofCode} AND ${ofClass} AND ${ofMethod} AND ${ofRoute} AND ${ofKey}`;
}

/** A name in braces matches one path segment; everything else is literal. */
function patternOf(route: string): string {
  const pieces = route.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^$()|{}[\]\\]/g, "\\$&"));
  return `^${pieces.join("[^/]+")}$`;
}
