import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId, newRecordId } from "@/server/platform/ids";
import { requireActiveTenant, requirePermission } from "../authority";
import type { ApiKeyCaller, MemberCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { findSubscribers, recordEvent } from "../webhooks";
import { codeEvent, recordEnd } from "./code-events";
import { hashCode, hashPin, newCode, newPin } from "./code-secrets";
import type { NewMemberCode, NewPaymentCode } from "./create-payment-code";
import { isOverAt } from "./expire-payment-codes";
import { getPaymentCode } from "./find-payment-code";
import { type PaymentCodeRow, statusAt } from "./payment-code";
import { endCodeNow, getOwnCode } from "./revoke-payment-code";

/**
 * Ends a code whose PIN was lost, and makes another with the same terms and deadline, so that it never allows more. Only for a
 * code that can still be used and never was: one that paid wasn't lost, and its uses count. A wrong PIN's tries are forgotten
 * with the PIN. Throws `payment_code_not_found`, `payment_code_not_usable`, `tenant_suspended`.
 */
export async function replacePaymentCode(
  caller: ApiKeyCaller,
  input: { readonly code: string },
  claim: IdempotencyClaim<NewPaymentCode> | null,
): Promise<NewPaymentCode> {
  requirePermission(caller, "manage_codes");
  requireActiveTenant(caller);
  // A PIN is hashed slowly, so a repeat is answered before.
  await requireUnanswered(claim);
  const pin = newPin();
  const pinHash = await hashPin(pin, caller.tenantId);
  const read = (db: Queryable) => getPaymentCode(caller, input, db);
  return replaceCode(read, { caller, pinHash, outcomeOf: (made) => ({ ...made, pin }) }, claim);
}

/** By record id, since a member's code is in no answer but the first. Throws as `replacePaymentCode` does. */
export async function replaceMemberCode(
  caller: MemberCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<NewMemberCode> | null,
): Promise<NewMemberCode> {
  const read = (db: Queryable) => getOwnCode(caller, input.id, db);
  return replaceCode(read, { caller, pinHash: null, outcomeOf: (made) => made }, claim);
}

/** The member who made a code without a PIN, or null. */
export async function findMakerOfCode(id: string): Promise<string | null> {
  if (!isRecordId(id)) return null;
  const [row] = await query<{ memberId: string }>(
    getPool(),
    sql`SELECT member_id FROM payment_codes WHERE id = ${id} AND origin = 'member'`,
  );
  return row?.memberId ?? null;
}

interface Replacement<Outcome> {
  readonly caller: ApiKeyCaller | MemberCaller;
  readonly pinHash: string | null;
  readonly outcomeOf: (made: NewMemberCode) => Outcome;
}

async function replaceCode<Outcome>(
  read: (db: Queryable) => Promise<PaymentCodeRow>,
  { caller, pinHash, outcomeOf }: Replacement<Outcome>,
  claim: IdempotencyClaim<Outcome> | null,
): Promise<Outcome> {
  const { now, standing } = caller;
  return runGuarded(async ({ db }) => {
    const old = await read(db);
    if (statusAt(old, now) !== "active" || old.uses > 0) throw notReplaceable();
    const code = newCode(old.origin);
    const row = { ...old, id: newRecordId(now), codeHash: hashCode(code), pinHash, failedTries: 0, createdAt: now };
    const outcome = outcomeOf({ row, code });
    const created = codeEvent("payment_code.created", row, now);
    const ended = await recordEnd(db, old, now);
    const subscribers = await findSubscribers(created, [created.type], db);
    const replaced = await query(
      db,
      sql`WITH code AS (${endCodeNow(now, "replaced")}
          WHERE id = ${old.id} AND status = 'active' AND uses = 0 AND revoked_at IS NULL AND NOT ${isOverAt(now)}
          RETURNING status, revoked_at),
        ${recordAnswer(claim, outcome, now, "code")},
        written AS (${insertRows("payment_codes", [row], "code")}),
        ${ended},
        ${recordEvent(created, subscribers, "code", "creation")}
        SELECT 1 FROM code`,
    );
    if (replaced.length === 0) return STALE;
    announce(db, `member:${row.memberId}`, `tenant:${row.tenantId}:${row.environment}`);
    return outcome;
  }, standing);
}

function notReplaceable(): DomainError {
  return new DomainError(
    "payment_code_not_usable",
    "This payment code was used or has ended, so it can’t be replaced. Create another.",
  );
}
