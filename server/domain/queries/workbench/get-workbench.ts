import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { RedactedBodies, RequestRecord } from "@/server/domain/request-log";
import { isRecordId, timeOfRecordId } from "@/server/platform/ids";
import { type AuthorizationStory, getAuthorizationStory } from "../authorizations/get-authorization-story";
import type { TenantAuthorization } from "../authorizations/list-authorizations";
import { findAuthorizations } from "../search/find-records";

const MAX_REQUESTS = 50;
/** Requests since the payment began that are searched for ones that name it. */
const LOOKED_THROUGH = 20_000;

interface WorkbenchRequest {
  readonly record: RequestRecord;
  readonly bodies: RedactedBodies | null;
}

export interface Workbench {
  readonly story: AuthorizationStory | null;
  readonly others: readonly TenantAuthorization[];
  /** The newest 50, oldest first: those that the text names, those that made or moved the payment, repeats, and failures. */
  readonly requests: readonly WorkbenchRequest[];
}

/** Everything about a payment, a request, or an Idempotency-Key. Empty if the text names nothing. */
export async function getWorkbench(staff: StaffCaller, input: { readonly text: string }): Promise<Workbench> {
  const text = input.text.trim();
  const [newest, ...others] = await findAuthorizations(staff, text);
  const story = newest ? await getAuthorizationStory(staff, { id: newest.id }) : null;
  const requests = await findRequests(staff, text, story);
  return { story, others, requests };
}

async function findRequests(
  staff: StaffCaller,
  text: string,
  story: AuthorizationStory | null,
): Promise<WorkbenchRequest[]> {
  const named = await findByIds(staff, [...idsOf(story), text], text);
  const keys = named.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const [repeats, about] = await Promise.all([findByKeys(staff, keys), story ? findAbout(staff, story) : []]);
  const byId = new Map([...named, ...repeats, ...about].map((record) => [record.id, record]));
  const newest = [...byId.values()].sort(byTime).slice(-MAX_REQUESTS);
  return withBodies(newest);
}

function byTime(a: RequestRecord, b: RequestRecord): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function idsOf(story: AuthorizationStory | null): string[] {
  if (!story) return [];
  const { family, increments, captures, reversals } = story;
  const moves = [family.root, ...increments, ...captures, ...reversals];
  return [...new Set(moves.flatMap(({ requestId }) => requestId ?? []))];
}

const own = ({ tenantId, environment }: StaffCaller) =>
  sql`r.tenant_id = ${tenantId} AND r.environment = ${environment}::environment`;

function findByIds(staff: StaffCaller, ids: readonly string[], key: string): Promise<RequestRecord[]> {
  return query<RequestRecord>(
    getPool(),
    sql`(SELECT r.* FROM request_records r WHERE r.id = ANY(${[...ids]}::text[]) AND ${own(staff)} LIMIT ${MAX_REQUESTS})
      UNION ALL (SELECT r.* FROM request_records r WHERE r.idempotency_key = ${key} AND ${own(staff)}
        ORDER BY r.created_at DESC LIMIT ${MAX_REQUESTS})`,
  );
}

async function findByKeys(staff: StaffCaller, keys: readonly string[]): Promise<RequestRecord[]> {
  if (keys.length === 0) return [];
  return query<RequestRecord>(
    getPool(),
    sql`SELECT r.* FROM request_records r
      WHERE r.idempotency_key = ANY(${[...new Set(keys)]}::text[]) AND r.idempotency_key IS NOT NULL AND ${own(staff)}
      ORDER BY r.created_at DESC LIMIT ${MAX_REQUESTS}`,
  );
}

/** A refused request names the payment in its path only. The log is by real time, which a request's id contains. */
async function findAbout(staff: StaffCaller, { family: { root } }: AuthorizationStory): Promise<RequestRecord[]> {
  const since = root.requestId && isRecordId(root.requestId) ? timeOfRecordId(root.requestId) : null;
  if (since === null) return [];
  return query<RequestRecord>(
    getPool(),
    sql`SELECT w.* FROM (
        SELECT r.* FROM request_records r WHERE ${own(staff)} AND r.created_at >= ${since}
        ORDER BY r.created_at, r.id LIMIT ${LOOKED_THROUGH}
      ) w WHERE starts_with(w.path, ${`/v1/authorizations/${root.id}`}) ORDER BY w.created_at DESC LIMIT ${MAX_REQUESTS}`,
  );
}

async function withBodies(records: readonly RequestRecord[]): Promise<WorkbenchRequest[]> {
  const rows = await query<RedactedBodies & { readonly id: string }>(
    getPool(),
    sql`SELECT b.id, b.request_body, b.request_bytes, b.response_body, b.response_bytes,
        b.unkept_because
      FROM request_bodies b WHERE b.id = ANY(${records.map(({ id }) => id)}::text[])`,
  );
  const bodiesOf = new Map(rows.map(({ id, ...bodies }) => [id, bodies]));
  return records.map((record) => ({ record, bodies: bodiesOf.get(record.id) ?? null }));
}
