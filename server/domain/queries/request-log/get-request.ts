import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { findKeptAnswer, type StoredAnswer } from "@/server/domain/idempotency";
import type { RedactedBodies, RequestRecord } from "@/server/domain/request-log";
import { isRecordId } from "@/server/platform/ids";
import type { AuthorizationId } from "@/server/platform/noun-ids";

export interface RequestDetail {
  readonly record: RequestRecord;
  readonly bodies: RedactedBodies | null;
  /** Stored answer of its idempotency key; null if it had none, or nothing was done under it. */
  readonly answer: StoredAnswer | null;
  readonly authorizationId: AuthorizationId | null;
}

/** The request may be the tenant's or one of its merchants'. Throws `not_found`. */
export async function getRequest(caller: StaffCaller, input: { readonly id: string }): Promise<RequestDetail> {
  const [record] = isRecordId(input.id)
    ? await query<RequestRecord>(
        getPool(),
        sql`SELECT * FROM request_records WHERE id = ${input.id} AND tenant_id = ${caller.tenantId}
          AND environment = ${caller.environment}::environment`,
      )
    : [];
  if (!record) throw new DomainError("not_found", "No such request, or it is more than 30 days old.");
  const { idempotencyKey, merchantId } = record;
  const [answer, bodies] = await Promise.all([
    idempotencyKey === null ? null : findKeptAnswer(caller, { key: idempotencyKey, merchantId }),
    findBodies(record),
  ]);
  return { record, bodies, answer, authorizationId: await findAuthorization(caller, record, answer) };
}

async function findBodies({ id, createdAt }: RequestRecord): Promise<RedactedBodies | null> {
  const [bodies] = await query<RedactedBodies>(
    getPool(),
    sql`SELECT request_body, request_bytes, response_body, response_bytes, unkept_because FROM request_bodies
      WHERE id = ${id} AND created_at = ${createdAt}`,
  );
  return bodies ?? null;
}

/** The authorization that the request made, or else that its path or stored answer names. */
async function findAuthorization(
  { tenantId, environment }: StaffCaller,
  { id, path, createdAt, durationMs }: RequestRecord,
  answer: StoredAnswer | null,
): Promise<AuthorizationId | null> {
  const named = /^\/v1\/authorizations\/([0-9A-Za-z]{17})(\/|$)/.exec(path)?.[1] ?? recordIdIn(answer) ?? "";
  const endedAt = new Date(createdAt.getTime() + durationMs + 1_000);
  const [found] = await query<{ id: AuthorizationId }>(
    getPool(),
    sql`SELECT a.id FROM authorizations a
      WHERE a.tenant_id = ${tenantId} AND a.environment = ${environment}::environment AND (
        a.id = ${named} OR (a.request_id = ${id} AND a.created_at BETWEEN ${createdAt} AND ${endedAt}))
      ORDER BY a.request_id = ${id} DESC LIMIT 1`,
  );
  return found?.id ?? null;
}

function recordIdIn(answer: StoredAnswer | null): string | null {
  if (!answer?.body) return null;
  const { recordId } = JSON.parse(answer.body) as { recordId?: unknown };
  return typeof recordId === "string" ? recordId : null;
}
