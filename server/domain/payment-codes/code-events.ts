import type { RecordEventType } from "@/server/contracts/event-types";
import type { Queryable } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { findSubscribers, type NewEvent, recordEvent } from "../webhooks";
import type { PaymentCodeRow } from "./payment-code";

type CodeEventType = Extract<RecordEventType, `payment_code.${string}`>;

export const CODE_CHANGE_EVENTS = ["payment_code.used", "payment_code.locked", "payment_code.expired"] as const;

/** For the member's tenant. Names no merchant, who may be another tenant's. */
export function codeEvent(type: CodeEventType, code: PaymentCodeRow, at: Date): NewEvent {
  const { id, tenantId, environment, memberId: member, currency, origin, status, uses, maxAmountMinor } = code;
  const facts = {
    recordId: id,
    merchant: null,
    member,
    currency,
    origin,
    status,
    uses,
    maxAmountMinor: maxAmountMinor?.toString() ?? null,
    expiresAt: code.expiresAt.toISOString(),
  };
  return { tenantId, environment, type, sequence: 1, facts, source: id, at };
}

export function eventOfChange(before: PaymentCodeRow, after: PaymentCodeRow, at: Date): NewEvent | null {
  if (after.uses > before.uses) return codeEvent("payment_code.used", after, at);
  if (after.status === before.status) return null;
  if (after.status === "locked") return codeEvent("payment_code.locked", after, at);
  return after.status === "expired" ? codeEvent("payment_code.expired", after, at) : null;
}

/** CTEs for the effect of `endCodeNow`, on CTE `code`: the code was revoked, or had expired and that is recorded now. */
export async function recordEnd(db: Queryable, read: PaymentCodeRow, now: Date): Promise<Sql> {
  const revoked = codeEvent("payment_code.revoked", { ...read, status: "revoked" }, now);
  const expired = codeEvent("payment_code.expired", { ...read, status: "expired" }, now);
  const subscribers = await findSubscribers(revoked, [revoked.type, expired.type], db);
  return sql`revoked_now AS (SELECT 1 FROM code WHERE code.revoked_at = ${now} AND code.status IN ('revoked', 'locked')),
    expired_now AS (SELECT 1 FROM code WHERE code.status = 'expired' AND ${raw(read.status === "active" ? "true" : "false")}),
    ${recordEvent(revoked, subscribers, "revoked_now")},
    ${recordEvent(expired, subscribers, "expired_now", "expiry")}`;
}
