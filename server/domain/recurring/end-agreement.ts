import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Audited, auditPart } from "../audit";
import type { MemberCaller, MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { resolveNotices } from "../notifications";
import { onClockOf } from "../sandbox-clock";
import { findSubscribers, recordEvent } from "../webhooks";
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
    return end(attempt, caller, denied, claim, answerOnRecord("denied", denied));
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
    if (agreement.status === "revoked") return end(attempt, caller, agreement, claim, null);
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
    return end(attempt, caller, revoked, claim, answerOnRecord("revoked", revoked));
  }, by.standing);
}

/** A concurrent charge may carry a later time; no record may say that it was made after the revocation. */
function revocationTime({ lastChargedAt }: AgreementRow, now: Date): Date {
  return lastChargedAt && lastChargedAt > now ? lastChargedAt : now;
}

/** Guarded by the version that was read; STALE if someone was faster. A member's act has an audit record. */
async function end(
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
