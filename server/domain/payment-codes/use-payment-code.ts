import { type Sql, sql } from "@/server/db/sql";
import { isLastUse, nextDueOn, type PaymentCodeRow } from "./payment-code";

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
export function countFailedTry(code: PaymentCodeRow): Sql {
  const isLocked = code.failedTries + 1 >= code.lockoutThreshold;
  return sql`UPDATE payment_codes SET failed_tries = failed_tries + 1,
      status = CASE WHEN ${isLocked}::boolean THEN 'locked'::payment_code_status ELSE status END,
      pin_hash = CASE WHEN ${isLocked}::boolean THEN NULL ELSE pin_hash END
    WHERE id = ${code.id} AND status = 'active' AND failed_tries = ${code.failedTries}
    RETURNING id`;
}

/** UPDATE by which a right PIN forgives the wrong ones before it, also when something else declines. */
export function forgiveTries(code: PaymentCodeRow): Sql {
  return sql`UPDATE payment_codes SET failed_tries = 0
    WHERE id = ${code.id} AND status = 'active' AND failed_tries = ${code.failedTries}
    RETURNING id`;
}

/** UPDATE that ends a code whose time is over, for whoever notices it before the sweep does: its PIN is wiped. */
export function endExpired(code: PaymentCodeRow): Sql {
  return sql`UPDATE payment_codes SET status = 'expired', pin_hash = NULL
    WHERE id = ${code.id} AND status = 'active'
    RETURNING id`;
}
