import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isInSandboxOf } from "@/server/domain/sandbox-clock";
import type { AuthorizationId, MerchantId, TenantId } from "@/server/platform/noun-ids";

/** Amounts in minor units of the batch's currency. */
export interface BatchTotals {
  readonly captureCount: number;
  readonly capturedMinor: bigint;
  readonly refundCount: number;
  readonly refundedMinor: bigint;
  /** Fees of its captures, less the fees that its refunds return. */
  readonly feeMinor: bigint;
}

export interface SettlementScope {
  readonly merchantId: MerchantId;
  readonly currency: string;
  /** Exclusive. */
  readonly cutoffAt: Date;
}

/** Conditions on `captures c`: unsettled, in this scope. */
export function isUnsettledCapture({ merchantId, currency, cutoffAt }: SettlementScope): Sql {
  return sql`c.merchant_id = ${merchantId} AND c.currency = ${currency} AND c.batch_id IS NULL
    AND c.created_at < ${cutoffAt}`;
}

/**
 * Conditions on `refunds r` of `captures c`: unsettled, in this scope. A refund of a capture that settles now settles with it,
 * even after the cutoff, so that refunded money isn't paid out first. No refund settles before its capture.
 */
export function isUnsettledRefund({ merchantId, currency, cutoffAt }: SettlementScope): Sql {
  return sql`r.merchant_id = ${merchantId} AND r.currency = ${currency} AND r.batch_id IS NULL
    AND CASE WHEN c.batch_id IS NULL THEN c.created_at ELSE r.created_at END < ${cutoffAt}`;
}

/** SELECT of a row if a merchant has an unsettled line in the currency at the cutoff. */
export function selectUnsettled(merchantId: Sql, currency: Sql, cutoffAt: Date): Sql {
  const oneOf = (lines: Sql) =>
    sql`(SELECT 1 FROM ${lines} l WHERE l.merchant_id = ${merchantId} AND l.currency = ${currency} AND l.batch_id IS NULL
      AND l.created_at < ${cutoffAt} LIMIT 1)`;
  return sql`${oneOf(sql`captures`)} UNION ALL ${oneOf(sql`refunds`)}`;
}

/** Time of the oldest unsettled line of some merchants in a tenant's sandbox, at or after `from` and before `before`. */
export async function findUnsettledLine(input: {
  readonly sandboxOf: TenantId;
  /** SELECT of their ids. */
  readonly merchants: Sql;
  readonly from: Date;
  readonly before: Date;
}): Promise<Date | null> {
  const isIt = (row: Sql) => sql`${row}.batch_id IS NULL AND ${isInSandboxOf(input.sandboxOf, sql`c`)}
    AND ${row}.created_at >= ${input.from} AND ${row}.created_at < ${input.before} AND c.merchant_id IN (${input.merchants})`;
  const [line] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT least((SELECT min(c.created_at) FROM captures c WHERE ${isIt(sql`c`)}),
      (SELECT min(r.created_at) FROM refunds r JOIN captures c ON c.id = r.capture_id WHERE ${isIt(sql`r`)})) AS at`,
  );
  return line?.at ?? null;
}

/** Locks the families with the oldest unsettled lines of the scope, at most `limit`, in id order. */
export async function lockUnsettledRoots(
  db: Queryable,
  scope: SettlementScope,
  limit: number,
): Promise<AuthorizationId[]> {
  const roots = await query<{ id: AuthorizationId }>(
    db,
    sql`SELECT a.id FROM authorizations a WHERE a.id IN (
        SELECT root_id FROM (
          (SELECT c.root_id, c.created_at FROM captures c WHERE ${isUnsettledCapture(scope)}
            ORDER BY c.created_at, c.id LIMIT ${limit})
          UNION ALL
          (SELECT c.root_id, r.created_at FROM refunds r JOIN captures c ON c.id = r.capture_id
            WHERE ${isUnsettledRefund(scope)} ORDER BY r.created_at, r.id LIMIT ${limit})
        ) lines GROUP BY root_id ORDER BY min(created_at), root_id LIMIT ${limit})
      ORDER BY a.id FOR NO KEY UPDATE`,
  );
  return roots.map(({ id }) => id);
}

export async function hasUnsettled(db: Queryable, scope: SettlementScope): Promise<boolean> {
  const [line] = await query(
    db,
    sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM captures c WHERE ${isUnsettledCapture(scope)})
      OR EXISTS (SELECT 1 FROM refunds r JOIN captures c ON c.id = r.capture_id WHERE ${isUnsettledRefund(scope)})`,
  );
  return line !== undefined;
}
