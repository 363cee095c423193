import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MerchantCaller } from "../../caller";
import { DomainError } from "../../errors";
import { type IdempotencyClaim, recordAnswer } from "../../idempotency";
import type { AgreementRow } from "../agreement";
import type { ChargeRequestRow } from "./charge-request";

export interface RequestedCharge {
  readonly chargeRequest: ChargeRequestRow;
}

export interface ExceedingCharge extends Pick<ChargeRequestRow, "amountMinor" | "exceeds"> {
  readonly agreement: AgreementRow;
}

/** Covers a weekend, and is short enough to remember the purchase. */
const ANSWER_WITHIN_MS = 3 * DAY_MS;
/** Per agreement and 24 hours. */
const MAX_A_DAY = 3;

/**
 * Asks the member about one charge outside an agreement's terms.
 *
 * Accounts: none. Invariant: an agreement has at most one pending request (unique), and its terms never change (a trigger). A
 * retry with the same claim changes nothing. Returns null and writes nothing if the agreement has changed since it was read:
 * then decide again whether the charge exceeds its terms.
 * Throws `recurring_request_limit_reached`.
 */
export async function requestCharge(
  caller: MerchantCaller,
  { agreement, amountMinor, exceeds }: ExceedingCharge,
  { merchantReference, metadata }: Pick<ChargeRequestRow, "merchantReference" | "metadata">,
  claim: IdempotencyClaim<RequestedCharge> | null,
): Promise<RequestedCharge | null> {
  const { now } = caller;
  const chargeRequest: ChargeRequestRow = {
    id: newRecordId(now),
    tenantId: caller.tenantId,
    environment: caller.environment,
    merchantId: caller.merchantId,
    agreementId: agreement.id,
    agreementVersion: agreement.version,
    memberId: agreement.memberId,
    accountId: agreement.accountId,
    status: "pending",
    amountMinor,
    currency: agreement.currency,
    merchantReference,
    metadata,
    exceeds,
    merchantKeyId: caller.key.kind === "merchant_key" ? caller.key.id : null,
    apiKeyId: caller.key.kind === "api_key" ? caller.key.id : null,
    requestId: caller.requestId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ANSWER_WITHIN_MS),
    decidedAt: null,
    authorizationId: null,
  };
  const requested = { chargeRequest };
  const isWritten = await runGuarded(async (attempt) => {
    await requireRoom(attempt, agreement, now);
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH agreement AS (
          SELECT 1 FROM recurring_agreements WHERE id = ${agreement.id} AND version = ${agreement.version}
          FOR NO KEY UPDATE
        ),
        request AS (${insertRows("charge_requests", [chargeRequest], "agreement")}),
        ${recordAnswer(claim, requested, now, "request")}
        SELECT EXISTS (SELECT 1 FROM idempotency) AS is_written`,
    );
    if (!written?.isWritten) return false;
    announce(attempt.db, `member:${agreement.memberId}`, `tenant:${caller.tenantId}:${caller.environment}`);
    return true;
  }, caller.standing);
  if (!isWritten) return null;
  wake("notifications");
  return requested;
}

async function requireRoom({ db, isLocking }: Attempt, { id }: AgreementRow, now: Date): Promise<void> {
  if (isLocking) await query(db, sql`SELECT 1 FROM recurring_agreements WHERE id = ${id} FOR NO KEY UPDATE`);
  const since = new Date(now.getTime() - DAY_MS);
  const asked = await query<{ id: RecordId; status: ChargeRequestRow["status"] }>(
    db,
    sql`SELECT id, status FROM charge_requests
      WHERE agreement_id = ${id} AND (created_at > ${since} OR status = 'pending') ORDER BY created_at LIMIT ${MAX_A_DAY + 1}`,
  );
  const pending = asked.find(({ status }) => status === "pending");
  if (pending) {
    throw new DomainError("recurring_request_limit_reached", "The member is already asked about a charge.", {
      details: { limit: 1, chargeRequestId: pending.id },
    });
  }
  if (asked.length < MAX_A_DAY) return;
  throw new DomainError(
    "recurring_request_limit_reached",
    `The member was asked about ${MAX_A_DAY} charges within 24 hours.`,
    { details: { limit: MAX_A_DAY } },
  );
}
