import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { staffAuditPart } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { recordEnd } from "./code-events";
import { isOverAt } from "./expire-payment-codes";
import { paymentCodeNotFound } from "./find-payment-code";
import { type PaymentCodeRow, statusAt } from "./payment-code";
import { endCodeNow, findIssued, isVisitors } from "./revoke-payment-code";

/** One of several codes, and what came of it. Only `revoked` was changed. */
export interface RevokedCode {
  readonly id: string;
  readonly outcome: "revoked" | "already_revoked" | "used" | "expired" | "not_permitted";
}

interface RevokeCodesInput {
  readonly ids: readonly string[];
  readonly reason: string | null;
}

/**
 * Ends several codes of the caller's tenant that can still pay, or were locked, as `revokeIssuedCode` ends one; the others
 * stay as they are, and the answer says why. A code that is spent meanwhile is used, not revoked. Touches no account; holds
 * stay. Each code is a guarded statement with its audit record: what breaks off has ended some of them, and a retry ends
 * the rest.
 * Throws `payment_code_not_found` where one isn't the tenant's, before any is ended; `not_permitted`.
 */
export async function revokeIssuedCodes(staff: StaffCaller, { ids, reason }: RevokeCodesInput): Promise<RevokedCode[]> {
  requirePermission(staff, "manage_codes");
  const wanted = [...new Set(ids)];
  const found = await findIssued(staff, wanted, getPool());
  if (found.length < wanted.length) throw paymentCodeNotFound();
  const codes: RevokedCode[] = [];
  for (const { id } of found) codes.push({ id, outcome: await revokeOne(staff, { id, reason }) });
  return codes;
}

/** Why a code isn't revoked; null: it can be. */
function whyNot(code: PaymentCodeRow, now: Date): Exclude<RevokedCode["outcome"], "revoked"> | null {
  if (isVisitors(code)) return "not_permitted";
  const status = statusAt(code, now);
  if (status === "used" || status === "expired") return status;
  return status === "revoked" || code.revokedAt !== null ? "already_revoked" : null;
}

async function revokeOne(
  staff: StaffCaller,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<RevokedCode["outcome"]> {
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
        )
        ${staffAuditPart(staff, audited, "code")},
        ${ended}
        SELECT 1 FROM code`,
    );
    if (revoked.length === 0) return STALE;
    announce(db, `member:${code.memberId}`, `tenant:${code.tenantId}:${code.environment}`);
    return "revoked";
  });
}
