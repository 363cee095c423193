import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "../caller";
import { type ClaimName, isAnswered } from "../idempotency";
import type { SettlementBatchRow } from "./settlement-batch";

const MAX_BATCHES = 1_000;

export type Asking = Pick<TenantCaller, "tenantId" | "environment" | "now" | "standing">;

export type RequestClaim = Pick<ClaimName, "scope" | "key">;

/** How a batch names the request that asked for it. */
export function nameOf({ scope, key }: RequestClaim): string {
  return `${scope} ${key}`;
}

/** A scope has no space. */
export function readName(name: string | null): RequestClaim | null {
  if (name === null) return null;
  const end = name.indexOf(" ");
  return { scope: name.slice(0, end), key: name.slice(end + 1) };
}

/** Serializes batches and the answer of a request, so that no batch is made that the answer lacks. */
export async function lockRequest(db: Queryable, request: RequestClaim): Promise<void> {
  await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`settlement:${nameOf(request)}`}, 0))`);
}

/** Whether a twin has already stored the request's answer, which can't change anymore. Locks the request. */
export async function isOver(db: Queryable, request: RequestClaim): Promise<boolean> {
  await lockRequest(db, request);
  const [answered] = await query<{ isOver: boolean }>(db, sql`SELECT ${isAnswered(request)} AS is_over`);
  return answered?.isOver ?? false;
}

export function listAskedBatches(db: Queryable, caller: Asking, request: RequestClaim): Promise<SettlementBatchRow[]> {
  return query<SettlementBatchRow>(
    db,
    sql`SELECT * FROM settlement_batches
      WHERE tenant_id = ${caller.tenantId} AND environment = ${caller.environment}::environment
        AND idempotency_key = ${nameOf(request)}
      ORDER BY created_at, id LIMIT ${MAX_BATCHES}`,
  );
}
