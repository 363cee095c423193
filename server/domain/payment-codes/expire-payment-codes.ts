import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { isInSandboxOf } from "../sandbox-clock";
import { publishing } from "../webhooks";
import { codeEvent } from "./code-events";
import type { PaymentCodeRow } from "./payment-code";

const BATCH = 1_000;

/** Mirrors `statusAt` for a `payment_codes` row stored as active. Never null. */
export function isOverAt(now: Date): Sql {
  return sql`((NOT (is_recurring AND uses > 0) AND expires_at <= ${now}::timestamptz)
    OR coalesce(recurring_thru < (${now}::timestamptz AT TIME ZONE time_zone)::date, false))`;
}

/**
 * Expires up to 1,000 overdue codes, of all tenants or of one sandbox, and wipes their PINs. Reads already show them as
 * expired. Safe to run at any time and concurrently. Returns the number expired; a full batch means that there may be more.
 */
export async function expirePaymentCodes(input: {
  readonly now: Date;
  readonly sandboxOf?: TenantId;
}): Promise<number> {
  return publishing(async (db, publish) => {
    const codes = await query<PaymentCodeRow>(
      db,
      sql`WITH over AS (
        SELECT id FROM payment_codes
        WHERE status = 'active' AND ${isOverAt(input.now)} AND ${isInSandboxOf(input.sandboxOf ?? null, sql`payment_codes`)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE payment_codes SET status = 'expired', pin_hash = NULL FROM over WHERE payment_codes.id = over.id
      RETURNING payment_codes.*`,
    );
    await publish(codes.map((code) => codeEvent("payment_code.expired", code, input.now)));
    return codes.length;
  });
}

/** When the next code of a tenant's sandbox ends, after `after` and up to `until`. */
export async function findNextCodeEnd(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT min(e.at) AS at FROM payment_codes c
      CROSS JOIN LATERAL (VALUES (CASE WHEN NOT (c.is_recurring AND c.uses > 0) THEN c.expires_at END),
        ((c.recurring_thru + 1)::timestamp AT TIME ZONE c.time_zone)) e(at)
      WHERE c.status = 'active' AND ${isInSandboxOf(input.sandboxOf, sql`c`)}
        AND e.at > ${input.after} AND e.at <= ${input.until}`,
  );
  return next?.at ?? null;
}

/**
 * Condition on a `payment_codes` row of a restored database: it can be spent, and may have been. Leaves out recurring codes
 * that were used before: what a merchant took since is one charge, not the whole code. Never null.
 */
export function isDoubtful(now: Date): Sql {
  return sql`(status = 'active' AND NOT ${isOverAt(now)} AND NOT (is_recurring AND uses > 0))`;
}

/**
 * Revokes the codes of a restored database that may have been spent since its backup, and wipes their PINs. Their holds stay.
 * In batches, so that no lock lasts long; after a crash, run it again. Returns the number revoked.
 */
export async function endDoubtfulCodes(input: { readonly now: Date }): Promise<number> {
  const { now } = input;
  let ended = 0;
  for (;;) {
    const rows = await query(
      getPool(),
      sql`WITH doubtful AS (
          SELECT id FROM payment_codes WHERE ${isDoubtful(now)} LIMIT ${BATCH} FOR UPDATE
        )
        UPDATE payment_codes c SET status = 'revoked', pin_hash = NULL, revoked_at = ${now},
          revoke_reason = 'The service was restored from a backup.'
        FROM doubtful WHERE c.id = doubtful.id RETURNING c.id`,
    );
    ended += rows.length;
    if (rows.length < BATCH) return ended;
  }
}

/** Like a revocation, in the caller's transaction; also erases texts. Holds stay. Idempotent. */
export async function eraseCodes(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  await query(
    db,
    sql`UPDATE payment_codes SET
        status = CASE WHEN status <> 'active' THEN status WHEN ${isOverAt(now)} THEN 'expired' ELSE 'revoked' END,
        pin_hash = NULL, revoked_at = coalesce(revoked_at, ${now}::timestamptz), revoke_reason = NULL,
        display_hint = NULL, metadata = NULL
      WHERE member_id = ANY(${[...memberIds]}::text[])
        AND (status = 'active' OR revoked_at IS NULL OR num_nonnulls(display_hint, metadata, revoke_reason) > 0)`,
  );
}
