import { raw, type Sql, sql } from "@/server/db/sql";
import type { Decision } from "../declines";
import { isLastUse, nextDueOn, type PaymentCodeRow, statusAt } from "./payment-code";
import type { PinCheck } from "./present-pin";

/**
 * UPDATE that counts a use and ends the code with its last use, wiping the PIN. A right PIN forgives the wrong ones
 * before it. With `bindTo` the code is that merchant's from now on. Guarded by uses and tries as they were read, so of any number at once only one
 * can be the next use.
 */
export function countUse(
  code: PaymentCodeRow,
  now: Date,
  { bindTo, forgivesTries }: { readonly bindTo: string | null; readonly forgivesTries: boolean },
): Sql {
  const isLast = isLastUse(code);
  return sql`UPDATE payment_codes SET uses = uses + 1, last_used_at = ${now},
      failed_tries = CASE WHEN ${forgivesTries}::boolean THEN 0 ELSE failed_tries END,
      next_use_on = ${nextDueOn(code.recurringInterval, now)}::date,
      merchant_id = coalesce(merchant_id, ${bindTo}),
      bound_at = coalesce(bound_at, CASE WHEN ${bindTo}::text IS NOT NULL THEN ${now}::timestamptz END),
      status = CASE WHEN ${isLast}::boolean THEN 'used'::payment_code_status ELSE status END,
      pin_hash = CASE WHEN ${isLast}::boolean THEN NULL ELSE pin_hash END
    WHERE id = ${code.id} AND status = 'active' AND uses = ${code.uses} AND failed_tries = ${code.failedTries}
    RETURNING id`;
}

/** UPDATE that counts a wrong PIN; the one that reaches the threshold locks the code and wipes its PIN. */
function countFailedTry(code: PaymentCodeRow): Sql {
  const isLocked = code.failedTries + 1 >= code.lockoutThreshold;
  return sql`UPDATE payment_codes SET failed_tries = failed_tries + 1,
      status = CASE WHEN ${isLocked}::boolean THEN 'locked'::payment_code_status ELSE status END,
      pin_hash = CASE WHEN ${isLocked}::boolean THEN NULL ELSE pin_hash END
    WHERE id = ${code.id} AND status = 'active' AND failed_tries = ${code.failedTries}
    RETURNING id`;
}

/** UPDATE by which a right PIN forgives the wrong ones before it, also when something else declines. */
function forgiveTries(code: PaymentCodeRow): Sql {
  return sql`UPDATE payment_codes SET failed_tries = 0
    WHERE id = ${code.id} AND status = 'active' AND failed_tries = ${code.failedTries}
    RETURNING id`;
}

/** UPDATE that ends a code whose time is over, where a request notices it before the sweep does: its PIN is wiped. */
function endExpired(code: PaymentCodeRow): Sql {
  return sql`UPDATE payment_codes SET status = 'expired', pin_hash = NULL
    WHERE id = ${code.id} AND status = 'active'
    RETURNING id`;
}

/**
 * What a decision does to the code beside using it; null: nothing. One whose time is over ends, a wrong PIN that was
 * looked at counts, a right one forgives.
 */
export function effectOnCode(code: PaymentCodeRow, decision: Decision, pinCheck: PinCheck, now: Date): Sql | null {
  if (code.status !== "active") return null;
  if (statusAt(code, now) === "expired") return endExpired(code);
  const wasPinLookedAt = decision.trace.some(({ rule }) => rule === "last PIN try is right");
  if (!wasPinLookedAt || !pinCheck.wasChecked) return null;
  if (!pinCheck.isRight) return countFailedTry(code);
  return code.failedTries > 0 ? forgiveTries(code) : null;
}

/**
 * What of `payment_codes` may become an agreement: not used, locked or revoked since it was requested with. That its
 * first use was due since does not matter.
 */
export const MAY_BECOME_AGREEMENT = sql`payment_codes.status IN ('active', 'expired')
  AND payment_codes.revoked_at IS NULL`;

/** UPDATE by which an approved agreement uses up the code it was requested with: one use, and the last. */
export function spendOnAgreement(codeId: string, now: Date, guard: string): Sql {
  return sql`UPDATE payment_codes SET status = 'used', pin_hash = NULL, uses = uses + 1, last_used_at = ${now}
    FROM ${raw(guard)}
    WHERE payment_codes.id = ${codeId} AND ${MAY_BECOME_AGREEMENT}
    RETURNING payment_codes.id`;
}

/** Locks a code that no one has revoked, so that none does before what hangs on it is written. */
export function keepUnrevoked(codeId: string, guard: Sql): Sql {
  return sql`SELECT payment_codes.id FROM payment_codes, ${guard}
    WHERE payment_codes.id = ${codeId} AND payment_codes.revoked_at IS NULL
    FOR SHARE OF payment_codes`;
}
