import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { type Audited, auditPart } from "../audit";
import type { Environment, MemberCaller, MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { resolveNotices } from "../notifications";
import { isInSandboxOf, onClockOf } from "../sandbox-clock";
import { findSubscribers, publishing, recordEvent } from "../webhooks";
import { type AgreementRow, agreementStatusText, answerOnRecord, nextStatus, requireAnswerable } from "./agreement";
import { agreementEvent } from "./agreement-events";
import { getAgreement } from "./get-agreement";

type AgreementClaim = IdempotencyClaim<AgreementRow> | null;

/** Throws `recurring_authorization_not_found`, `recurring_authorization_not_pending`. */
export async function denyAgreement(
  member: MemberCaller,
  input: { readonly id: string },
  claim: AgreementClaim,
): Promise<AgreementRow> {
  return runGuarded(async (attempt) => {
    const agreement = await getAgreement(member, input, attempt);
    const caller = await onClockOf(member, agreement, attempt.db);
    requireAnswerable(agreement, "deny", caller.now);
    const denied: AgreementRow = { ...agreement, status: "denied", deniedAt: caller.now };
    return endAgreement(attempt, caller, denied, claim, answerOnRecord("denied", denied));
  }, member.standing);
}

/**
 * Ends an agreement, by its merchant or member, at any time: a later charge, or a concurrent one that gets the agreement's row
 * later, is refused. A merchant may also withdraw a request. Idempotent.
 * Throws `recurring_authorization_not_found`, `recurring_authorization_ended` for one that was denied or has expired.
 */
export async function revokeAgreement(
  by: MerchantCaller | MemberCaller,
  input: { readonly id: string; readonly reason: string | null },
  claim: AgreementClaim,
): Promise<AgreementRow> {
  return runGuarded(async (attempt) => {
    const agreement = await getAgreement(by, input, attempt);
    const caller = await onClockOf(by, agreement, attempt.db);
    if (agreement.status === "revoked") return endAgreement(attempt, caller, agreement, claim, null);
    if (nextStatus(agreement, "revoke", caller.now) === null) {
      const status = agreementStatusText(agreement, caller.now);
      throw new DomainError("recurring_authorization_ended", `It can’t be revoked: it is ${status}.`, {
        details: { status },
      });
    }
    const revoked: AgreementRow = {
      ...agreement,
      status: "revoked",
      revokedAt: revocationTime(agreement, caller.now),
      revokedBy: caller.kind,
      revokeReason: input.reason,
    };
    return endAgreement(attempt, caller, revoked, claim, answerOnRecord("revoked", revoked));
  }, by.standing);
}

/** A concurrent charge may carry a later time; no record may say that it was made after the revocation. */
function revocationTime({ lastChargedAt }: AgreementRow, now: Date): Date {
  return lastChargedAt && lastChargedAt > now ? lastChargedAt : now;
}

/** Guarded by the version that was read; STALE if someone was faster. A member's act has an audit record. */
async function endAgreement(
  { db }: Attempt,
  caller: MerchantCaller | MemberCaller,
  ended: AgreementRow,
  claim: AgreementClaim,
  audited: Audited | null,
): Promise<AgreementRow | typeof STALE> {
  const { id, version, status, deniedAt, revokedAt, revokedBy, revokeReason } = ended;
  const audit = audited && caller.kind === "member" ? sql`${auditPart(caller, audited, "agreement")},` : sql``;
  const event = agreementEvent(status === "denied" ? "agreement.denied" : "agreement.revoked", ended, caller.now);
  // Without an audit record nothing happened: it was revoked before.
  const published = audited
    ? sql`, ${recordEvent(event, await findSubscribers(event, [event.type], db), "agreement")}`
    : sql``;
  const [result] = await query<{ isWritten: boolean }>(
    db,
    sql`WITH agreement AS (
        UPDATE recurring_agreements SET status = ${status}::recurring_status, denied_at = ${deniedAt},
          revoked_at = ${revokedAt}, revoked_by = ${revokedBy}::revoked_by, revoke_reason = ${revokeReason},
          version = version + 1
        WHERE id = ${id} AND version = ${version}
        RETURNING id
      ),
      ${audit}
      ${resolveNotices({ cause: `agreement:${id}`, of: ended, now: caller.now }, "agreement")},
      ${recordAnswer(claim, ended, caller.now, "agreement")}${published}
      SELECT EXISTS (SELECT 1 FROM agreement) AS is_written`,
  );
  if (!result?.isWritten) return STALE;
  announce(db, `member:${ended.memberId}`, `tenant:${ended.tenantId}:${ended.environment}`);
  return ended;
}

const BATCH = 1_000;

/**
 * Expires up to 1,000 unanswered requests, of all tenants or of one sandbox. Reads already show them as expired. Safe to run at
 * any time and concurrently. Returns the number expired; a full batch means that there may be more.
 */
export async function expireAgreements(input: { readonly now: Date; readonly sandboxOf?: TenantId }): Promise<number> {
  return publishing(async (db, publish) => {
    const agreements = await query<AgreementRow>(
      db,
      sql`WITH over AS (
        SELECT id FROM recurring_agreements WHERE status = 'pending' AND expires_at <= ${input.now}
          AND ${isInSandboxOf(input.sandboxOf ?? null, sql`recurring_agreements`)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE recurring_agreements SET status = 'expired', version = version + 1 FROM over
      WHERE recurring_agreements.id = over.id RETURNING recurring_agreements.*`,
    );
    await publish(agreements.map((agreement) => agreementEvent("agreement.expired", agreement, input.now)));
    return agreements.length;
  });
}

/** Next end of an unanswered request in a tenant's sandbox, for an agreement or for a charge. */
export async function findNextRequestEnd(input: {
  readonly sandboxOf: TenantId;
  /** `after` exclusive, `until` inclusive. */
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const isIt = (row: Sql) => sql`${row}.status = 'pending' AND ${isInSandboxOf(input.sandboxOf, row)}
    AND ${row}.expires_at > ${input.after} AND ${row}.expires_at <= ${input.until}`;
  const [next] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT least((SELECT min(expires_at) FROM recurring_agreements WHERE ${isIt(sql`recurring_agreements`)}),
      (SELECT min(expires_at) FROM charge_requests WHERE ${isIt(sql`charge_requests`)})) AS at`,
  );
  return next?.at ?? null;
}

/** In the caller's transaction, as the member's own revocation would; also erases texts. Idempotent. */
export async function eraseAgreements(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  const ids = [...memberIds];
  const ended = await query<{ tenantId: TenantId; environment: Environment }>(
    db,
    sql`UPDATE recurring_agreements SET status = 'revoked', revoked_by = 'member', version = version + 1,
        revoked_at = greatest(last_charged_at, ${now}::timestamptz)
      WHERE member_id = ANY(${ids}::text[]) AND status IN ('pending', 'active') RETURNING tenant_id, environment`,
  );
  await query(
    db,
    sql`UPDATE recurring_agreements SET description = 'Deleted', revoke_reason = NULL, version = version + 1
      WHERE member_id = ANY(${ids}::text[]) AND (description <> 'Deleted' OR revoke_reason IS NOT NULL)`,
  );
  await query(
    db,
    sql`UPDATE charge_requests SET metadata = NULL WHERE member_id = ANY(${ids}::text[]) AND metadata IS NOT NULL`,
  );
  announce(db, ...ended.map(({ tenantId, environment }) => `tenant:${tenantId}:${environment}` as const));
}
