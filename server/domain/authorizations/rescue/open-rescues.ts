import { z } from "zod";
import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { Hint } from "@/server/domain/declines";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId, AuthorizationId } from "@/server/platform/noun-ids";

/** A rescue that no payment has used. Minor units of the payer's currency. */
export interface OpenRescue {
  readonly id: RecordId;
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly rulesVersion: number;
  readonly availableMinor: bigint;
}

/** As JSON, which can't carry bigint. */
export interface RescueFacts extends Omit<OpenRescue, "amountMinor" | "availableMinor"> {
  readonly amountMinor: string;
  readonly availableMinor: string;
}

/** SQL expression: open rescues of this payer at this merchant, smallest first. */
export function selectOpenRescues(payerId: Sql, merchantId: Sql, now: Sql): Sql {
  return sql`(SELECT json_agg(json_build_object('id', w.id, 'accountId', w.account_id, 'rulesVersion', w.rules_version,
      'amountMinor', w.amount_minor::text,
      'availableMinor', (o.posted_minor - o.held_minor + o.credit_limit_minor)::text) ORDER BY w.amount_minor, w.id)
    FROM rescues w JOIN accounts o ON o.id = w.account_id
    WHERE w.payer_id = ${payerId} AND w.merchant_id = ${merchantId} AND w.expires_at > ${now}
      AND w.used_by_id IS NULL)`;
}

export function toOpenRescue({ amountMinor, availableMinor, ...rescue }: RescueFacts): OpenRescue {
  return { ...rescue, amountMinor: BigInt(amountMinor), availableMinor: BigInt(availableMinor) };
}

export interface SpentRescue {
  readonly id: RecordId;
  readonly usedById: AuthorizationId;
  readonly usedAt: Date;
}

/** UPDATE that marks rescues as used, unless they are already: of concurrent payments, only one gets through. */
export function recordRescueUses(spent: readonly SpentRescue[], guard: string): Sql {
  return sql`UPDATE rescues SET used_by_id = u.used_by_id, used_at = u.used_at
    FROM ${raw(guard)}, ${namingRows("u", "id text, used_by_id text, used_at timestamptz", spent)}
    WHERE rescues.id = u.id AND rescues.used_by_id IS NULL AND rescues.expires_at > u.used_at
    RETURNING rescues.id`;
}

/** Time for the member to answer and the merchant to try again. */
const RESCUE_MS = 5 * 60 * 1000;

export function rescueHint(declinedAt: Date): Hint {
  return { rescue: { until: new Date(declinedAt.getTime() + RESCUE_MS).toISOString() } };
}

const Offered = z.object({ hint: z.object({ rescue: z.object({ until: z.iso.datetime() }) }) });

/** Until when the member can rescue a declined payment, from its stored decision; null if they can't. */
export function rescueUntil(decision: unknown): Date | null {
  const offered = Offered.safeParse(decision).data;
  return offered ? new Date(offered.hint.rescue.until) : null;
}

/**
 * SQL expression: the payment of the order that a decline tried to pay, if the member rescued another try of it; else NULL.
 * `declined` is an alias of authorizations. The same order means the same merchant, card or code, currency, amount, and
 * merchant reference (or none), tried before the rescue ran out. A payment that was fully reversed pays no order.
 */
export function selectPaidByAnother(declined: Sql): Sql {
  return sql`(SELECT s.id FROM rescues w JOIN authorizations s ON s.id = w.used_by_id
    WHERE w.payer_id = coalesce(${declined}.card_id, ${declined}.payment_code_id) AND w.expires_at > ${declined}.created_at
      AND w.merchant_id = ${declined}.merchant_id AND w.declined_id <> ${declined}.id
      AND s.currency = ${declined}.currency AND s.amount_minor = ${declined}.amount_minor
      AND s.merchant_reference IS NOT DISTINCT FROM ${declined}.merchant_reference
      AND s.family_amount_minor > s.family_voided_minor + s.family_expired_minor + s.family_refunded_minor
    ORDER BY w.used_at LIMIT 1)`;
}
