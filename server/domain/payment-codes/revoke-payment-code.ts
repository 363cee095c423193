import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import { staffAuditPart } from "../audit";
import { requirePermission } from "../authority";
import type { MemberCaller, StaffCaller, TenantCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { DEMO_MEMBER } from "../users";
import { recordEnd } from "./code-events";
import { isOverAt } from "./expire-payment-codes";
import { getPaymentCode, paymentCodeNotFound } from "./find-payment-code";
import { type PaymentCodeRow, statusAt } from "./payment-code";

/** Only `revoked` changed something. */
export type UsableCodeOutcome = "revoked" | "already_revoked" | "used" | "expired" | "not_permitted";

/**
 * Like `revokeIssuedCode`, for one of many chosen codes: revokes a code that can still pay or is locked; one that ended by
 * itself stays as it is, and the outcome says why. A code that is spent meanwhile is used, not revoked. One guarded query,
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
    const [code] = await findIssuedCodes(staff, [id], db);
    if (!code) throw paymentCodeNotFound();
    const known = whyNotUsable(code, now);
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

function whyNotUsable(code: PaymentCodeRow, now: Date): Exclude<UsableCodeOutcome, "revoked"> | null {
  if (isVisitors(code)) return "not_permitted";
  const status = statusAt(code, now);
  if (status === "used" || status === "expired") return status;
  return status === "revoked" || code.revokedAt !== null ? "already_revoked" : null;
}

export interface RevokeOutcome {
  readonly recordId: string;
  readonly isRevoked: boolean;
}

type RevokeClaim = IdempotencyClaim<RevokeOutcome> | null;

/**
 * Ends a code of the caller's tenant at once and wipes its PIN; its holds stay but can't be incremented. An ended code keeps
 * its state and is marked as revoked too. Idempotent: revoking again changes neither time nor reason.
 * Throws `payment_code_not_found`.
 */
export async function revokePaymentCode(
  caller: TenantCaller,
  input: { readonly code: string; readonly reason: string | null },
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  requirePermission(caller, "manage_codes");
  return revokeCode((db) => getPaymentCode(caller, input, db), { ...caller, reason: input.reason }, claim);
}

/** By the member who would pay, whoever made the code. By record id, since the code itself is not stored. */
export async function revokeOwnPaymentCode(
  caller: MemberCaller,
  input: { readonly id: string; readonly reason: string | null },
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  return revokeCode((db) => getOwnCode(caller, input.id, db), { ...caller, reason: input.reason }, claim);
}

/**
 * By record id, since no one at the tenant has the code. Also for codes that the tenant's members made. Throws
 * `payment_code_not_found`; `not_permitted` for codes of the start page's visitors.
 */
export async function revokeIssuedCode(
  staff: StaffCaller,
  input: { readonly id: string; readonly reason: string | null },
): Promise<RevokeOutcome> {
  requirePermission(staff, "manage_codes");
  const audited = { action: "payment_code.revoked", subject: { kind: "payment_code", id: input.id } };
  const how = { reason: input.reason, now: staff.now, audit: staffAuditPart(staff, audited, "code") };
  return revokeCode((db) => getIssuedCode(staff, input.id, db), how, null);
}

async function getIssuedCode(staff: StaffCaller, id: string, db: Queryable): Promise<PaymentCodeRow> {
  if (!isRecordId(id)) throw paymentCodeNotFound();
  const [row] = await findIssuedCodes(staff, [id], db);
  if (!row) throw paymentCodeNotFound();
  if (isVisitors(row)) {
    throw new DomainError("not_permitted", "A visitor of the start page made this code. It expires by itself.");
  }
  return row;
}

function findIssuedCodes(
  { tenantId, environment }: StaffCaller,
  ids: readonly string[],
  db: Queryable,
): Promise<PaymentCodeRow[]> {
  return query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE id = ANY(${[...ids]}::text[]) AND tenant_id = ${tenantId}
      AND environment = ${environment}::environment`,
  );
}

/** Made by a visitor of the start page, who may be about to pay. */
function isVisitors({ memberId, origin }: PaymentCodeRow): boolean {
  return memberId === DEMO_MEMBER && origin === "member";
}

export async function getOwnCode(caller: MemberCaller, id: string, db: Queryable): Promise<PaymentCodeRow> {
  if (!isRecordId(id)) throw paymentCodeNotFound();
  const [row] = await query<PaymentCodeRow>(
    db,
    sql`SELECT * FROM payment_codes WHERE id = ${id} AND member_id = ${caller.memberId}`,
  );
  if (!row) throw paymentCodeNotFound();
  return row;
}

/** UPDATE that revokes codes; those revoked earlier keep their time and reason. */
export function endCodeNow(now: Date, reason: string | null): Sql {
  return sql`UPDATE payment_codes SET
      status = CASE WHEN status <> 'active' THEN status WHEN ${isOverAt(now)} THEN 'expired' ELSE 'revoked' END,
      pin_hash = NULL,
      revoked_at = coalesce(revoked_at, ${now}::timestamptz),
      revoke_reason = CASE WHEN revoked_at IS NULL THEN ${reason}::text ELSE revoke_reason END`;
}

interface Revocation extends Pick<TenantCaller | MemberCaller, "now" | "standing"> {
  readonly reason: string | null;
  readonly audit?: Sql;
}

async function revokeCode(
  read: (db: Queryable) => Promise<PaymentCodeRow>,
  { reason, now, standing, audit = sql`` }: Revocation,
  claim: RevokeClaim,
): Promise<RevokeOutcome> {
  return runGuarded(async ({ db }) => {
    const row = await read(db);
    const outcome = { recordId: row.id, isRevoked: true };
    const ended = await recordEnd(db, row, now);
    await query(
      db,
      sql`WITH code AS (${endCodeNow(now, reason)} WHERE id = ${row.id} RETURNING status, revoked_at),
      ${recordAnswer(claim, outcome, now, "code")} ${audit},
      ${ended}
      SELECT 1`,
    );
    announce(db, `member:${row.memberId}`, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  }, standing);
}
