import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import { staffAuditPart } from "../audit";
import { requirePermission } from "../authority";
import type { MemberCaller, StaffCaller, TenantCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { getPaymentCode, paymentCodeNotFound } from "./find-payment-code";
import type { PaymentCodeRow } from "./payment-code";

export interface RevokeOutcome {
  readonly recordId: string;
  readonly isRevoked: boolean;
}

type RevokeClaim = IdempotencyClaim<RevokeOutcome> | null;

/**
 * Ends a code of the caller's tenant at once and wipes its PIN; holds made with it stay. One that is used up stays
 * `Code Used`, and revoking again is no error. `isRevoked` says whether the code is a revoked one now.
 * Throws `payment_code_not_found`.
 */
export async function revokePaymentCode(
  caller: TenantCaller,
  input: { readonly code: string; readonly reason: string | null },
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  requirePermission(caller, "manage_codes");
  return revoke((db) => getPaymentCode(caller, input, db), { reason: input.reason, now: caller.now }, claim);
}

/** As above, by the member who would pay, whoever made the code: by record id, for nobody keeps the code itself. */
export async function revokeOwnPaymentCode(
  caller: MemberCaller,
  input: { readonly id: string; readonly reason: string | null },
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  return revoke((db) => getOwn(caller, input.id, db), { reason: input.reason, now: caller.now }, claim);
}

/**
 * As the first, by record id: nobody at the tenant has the code. Also ends what a member of the tenant made.
 * Throws `payment_code_not_found`.
 */
export async function revokeIssuedCode(
  staff: StaffCaller,
  input: { readonly id: string; readonly reason: string | null },
): Promise<RevokeOutcome> {
  requirePermission(staff, "manage_codes");
  const audited = { action: "payment_code.revoked", subject: { kind: "payment_code", id: input.id } };
  const how = { reason: input.reason, now: staff.now, audit: staffAuditPart(staff, audited, "code") };
  return revoke((db) => getIssued(staff, input.id, db), how, null);
}

async function getIssued({ tenantId, environment }: StaffCaller, id: string, db: Queryable): Promise<PaymentCodeRow> {
  if (!isRecordId(id)) throw paymentCodeNotFound();
  const [row] = await query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE id = ${id} AND tenant_id = ${tenantId}
      AND environment = ${environment}::environment`,
  );
  if (!row) throw paymentCodeNotFound();
  return row;
}

async function getOwn(caller: MemberCaller, id: string, db: Queryable): Promise<PaymentCodeRow> {
  if (!isRecordId(id)) throw paymentCodeNotFound();
  const [row] = await query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE id = ${id} AND member_id = ${caller.memberId}`,
  );
  if (!row) throw paymentCodeNotFound();
  return row;
}

async function revoke(
  read: (db: Queryable) => Promise<PaymentCodeRow>,
  { reason, now, audit = sql`` }: { readonly reason: string | null; readonly now: Date; readonly audit?: Sql },
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  return runGuarded(async ({ db }) => {
    const row = await read(db);
    const outcome = { recordId: row.id, isRevoked: row.status !== "used" };
    const [result] = await query<{ isWritten: boolean }>(
      db,
      sql`WITH code AS (
        UPDATE payment_codes SET
          status = CASE WHEN status = 'used' THEN status ELSE 'revoked' END,
          pin_hash = NULL,
          revoked_at = CASE WHEN status IN ('used', 'revoked') THEN revoked_at ELSE ${now}::timestamptz END,
          revoke_reason = CASE WHEN status IN ('used', 'revoked') THEN revoke_reason ELSE ${reason}::text END
        WHERE id = ${row.id} AND (status = 'used') = ${row.status === "used"}::boolean
        RETURNING 1
      ),
      ${recordAnswer(claim, outcome, now, "code")} ${audit}
      SELECT EXISTS (SELECT 1 FROM code) AS is_written`,
    );
    if (!result?.isWritten) return STALE;
    announce(db, `member:${row.memberId}`, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  });
}
