import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { Decision } from "../declines";
import type { MerchantFacts } from "../merchants";
import { nextPeriodOn } from "../recurring-periods";
import type { PinCheck } from "./create-payment-code";
import { LAST_PIN_TRY } from "./decide-code";
import { isLastUse, type PaymentCodeRow, statusAt } from "./payment-code";

/**
 * The code after a use, which ends it if it is the last. A right PIN forgives earlier wrong ones. A bound code belongs to that
 * merchant from now on. The first use sets the time zone that counts its days.
 */
export function used<Code extends PaymentCodeRow>(
  code: Code,
  now: Date,
  {
    merchant,
    isBound,
    forgivesTries,
  }: {
    readonly merchant: Pick<MerchantFacts, "id" | "timeZone">;
    readonly isBound: boolean;
    readonly forgivesTries: boolean;
  },
): Code {
  // Codes used before first uses were recorded count from their last use.
  const firstUsedAt = code.firstUsedAt ?? code.lastUsedAt ?? now;
  const timeZone = code.uses === 0 ? merchant.timeZone : code.timeZone;
  const recurring = { interval: code.recurringInterval, timeZone, nextOn: code.nextUseOn };
  return {
    ...code,
    ...(isLastUse(code) ? { status: "used", pinHash: null } : {}),
    uses: code.uses + 1,
    firstUsedAt,
    lastUsedAt: now,
    failedTries: forgivesTries ? 0 : code.failedTries,
    timeZone,
    nextUseOn: nextPeriodOn(recurring, firstUsedAt, now),
    ...(isBound ? { merchantId: code.merchantId ?? merchant.id, boundAt: code.boundAt ?? now } : {}),
  };
}

/**
 * The code after a decision that does not use it; the same object if nothing changes. An overdue code expires here if a request
 * meets it before the sweep does. A checked wrong PIN counts, and locks the code at the threshold; a right one forgives. Every
 * way of ending a code wipes its PIN.
 */
export function tried<Code extends PaymentCodeRow>(
  code: Code,
  decision: Decision,
  pinCheck: PinCheck,
  now: Date,
): Code {
  if (code.status !== "active") return code;
  if (statusAt(code, now) === "expired") return { ...code, status: "expired", pinHash: null };
  const wasPinLookedAt = decision.trace.some(({ id }) => id === LAST_PIN_TRY);
  if (!wasPinLookedAt || !pinCheck.wasChecked) return code;
  if (pinCheck.isRight) return code.failedTries > 0 ? { ...code, failedTries: 0 } : code;
  const failedTries = code.failedTries + 1;
  const isLocked = failedTries >= code.lockoutThreshold;
  return { ...code, failedTries, ...(isLocked ? { status: "locked", pinHash: null } : {}) };
}

interface CodeChange {
  readonly before: PaymentCodeRow;
  readonly after: PaymentCodeRow;
}

const COLUMNS = `id text, read_uses int, read_tries int, status payment_code_status, uses int, failed_tries int,
  first_used_at timestamptz, last_used_at timestamptz, time_zone text, next_use_on date, merchant_id text,
  bound_at timestamptz`;

/** UPDATE guarded by uses and tries as read, so that concurrent uses can't both be the next. */
export function writeCodeUses(changes: readonly CodeChange[], guard: string): Sql {
  const rows = changes.map(({ before, after }) => ({
    id: after.id,
    readUses: before.uses,
    readTries: before.failedTries,
    status: after.status,
    uses: after.uses,
    failedTries: after.failedTries,
    firstUsedAt: after.firstUsedAt,
    lastUsedAt: after.lastUsedAt,
    timeZone: after.timeZone,
    nextUseOn: after.nextUseOn,
    merchantId: after.merchantId,
    boundAt: after.boundAt,
  }));
  return sql`UPDATE payment_codes SET status = c.status, uses = c.uses, failed_tries = c.failed_tries,
      first_used_at = c.first_used_at, last_used_at = c.last_used_at, time_zone = c.time_zone,
      next_use_on = c.next_use_on, merchant_id = c.merchant_id, bound_at = c.bound_at,
      pin_hash = CASE WHEN c.status = 'active' THEN payment_codes.pin_hash END
    FROM ${raw(guard)}, ${namingRows("c", COLUMNS, rows)}
    WHERE payment_codes.id = c.id AND payment_codes.status = 'active' AND payment_codes.uses = c.read_uses
      AND payment_codes.failed_tries = c.read_tries
    RETURNING payment_codes.id`;
}

/** Not used, locked, or revoked since the request; expiry of the first use doesn't matter. */
export const MAY_BECOME_AGREEMENT = sql`payment_codes.status IN ('active', 'expired')
  AND payment_codes.revoked_at IS NULL`;

/** UPDATE by which an approved agreement uses up the code that it was requested with, guarded by its uses as read. */
export function spendOnAgreement({ id, uses }: PaymentCodeRow, now: Date, guard: string): Sql {
  return sql`UPDATE payment_codes SET status = 'used', pin_hash = NULL, uses = uses + 1, last_used_at = ${now},
      first_used_at = coalesce(first_used_at, ${now})
    FROM ${raw(guard)}
    WHERE payment_codes.id = ${id} AND payment_codes.uses = ${uses} AND ${MAY_BECOME_AGREEMENT}
    RETURNING payment_codes.id`;
}

/** Locks unrevoked codes, so that none is revoked before what depends on it is written. */
export function lockUnrevoked(codeIds: readonly string[], guard: string): Sql {
  return sql`SELECT payment_codes.id FROM payment_codes, ${raw(guard)}
    WHERE payment_codes.id = ANY(${codeIds}) AND payment_codes.revoked_at IS NULL
    FOR SHARE OF payment_codes`;
}
