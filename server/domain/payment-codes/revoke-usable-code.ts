import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import { staffAuditPart } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { recordEnd } from "./code-events";
import { isOverAt } from "./expire-payment-codes";
import { paymentCodeNotFound } from "./find-payment-code";
import { type PaymentCodeRow, statusAt } from "./payment-code";
import { endCodeNow, findIssued, isVisitors } from "./revoke-payment-code";

/** Only `revoked` changed something. */
export type UsableCodeOutcome = "revoked" | "already_revoked" | "used" | "expired" | "not_permitted";

/**
 * Like `revokeIssuedCode`, for one of many chosen codes: revokes a code that can still pay or is locked; one that ended by
 * itself stays as it is, and the outcome says why. A code that is spent meanwhile is used, not revoked. One guarded statement,
 * with its audit record and the claim; holds stay.
 * Throws `payment_code_not_found`, `not_permitted`.
 */
export async function revokeUsableCode(
  staff: StaffCaller,
  { id, reason }: { readonly id: string; readonly reason: string | null },
  claim: IdempotencyClaim<UsableCodeOutcome> | null,
): Promise<UsableCodeOutcome> {
  requirePermission(staff, "manage_codes");
  if (!isRecordId(id)) throw paymentCodeNotFound();
  // A repeat of this request must not see `already_revoked`.
  await requireUnanswered(claim);
  const { now } = staff;
  const audited = { action: "payment_code.revoked", subject: { kind: "payment_code", id } };
  return runGuarded(async ({ db }) => {
    const [code] = await findIssued(staff, [id], db);
    if (!code) throw paymentCodeNotFound();
    const known = whyNot(code, now);
    if (known !== null) return known;
    const ended = await recordEnd(db, code, now);
    const revoked = await query(
      db,
      sql`WITH code AS (
          ${endCodeNow(now, reason)}
          WHERE id = ${id} AND revoked_at IS NULL AND (status = 'locked' OR (status = 'active' AND NOT ${isOverAt(now)}))
          RETURNING status, revoked_at
        ),
        ${recordAnswer(claim, "revoked", now, "code")} ${staffAuditPart(staff, audited, "code")},
        ${ended}
        SELECT 1 FROM code`,
    );
    if (revoked.length === 0) return STALE;
    announce(db, `member:${code.memberId}`, `tenant:${code.tenantId}:${code.environment}`);
    return "revoked";
  });
}

function whyNot(code: PaymentCodeRow, now: Date): Exclude<UsableCodeOutcome, "revoked"> | null {
  if (isVisitors(code)) return "not_permitted";
  const status = statusAt(code, now);
  if (status === "used" || status === "expired") return status;
  return status === "revoked" || code.revokedAt !== null ? "already_revoked" : null;
}
