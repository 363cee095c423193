import { z } from "zod";
import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { Hint } from "@/server/domain/declines";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId, AuthorizationId } from "@/server/platform/noun-ids";

/** A member's word for a payment that nothing has used up. Minor units of the payer's currency. */
export interface OpenRescue {
  readonly id: RecordId;
  /** Pays. */
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly rulesVersion: number;
  /** The account's free balance. */
  readonly availableMinor: bigint;
}

/** One as JSON has it: bigint does not survive there. */
export interface RescueFacts extends Omit<OpenRescue, "amountMinor" | "availableMinor"> {
  readonly amountMinor: string;
  readonly availableMinor: string;
}

/** SQL expression: what the member let through with this payer at this merchant, the smallest first. */
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

/** A rescue and the payment that uses it up. */
export interface SpentRescue {
  readonly id: RecordId;
  readonly usedById: AuthorizationId;
  readonly usedAt: Date;
}

/** UPDATE of rescues that are used up, each if it is not yet: of payments at once only one is let through. */
export function spendRescues(spent: readonly SpentRescue[], guard: string): Sql {
  return sql`UPDATE rescues SET used_by_id = u.used_by_id, used_at = u.used_at
    FROM ${raw(guard)}, ${namingRows("u", "id text, used_by_id text, used_at timestamptz", spent)}
    WHERE rescues.id = u.id AND rescues.used_by_id IS NULL AND rescues.expires_at > u.used_at
    RETURNING rescues.id`;
}

/** How long the member has, and the merchant to try again. */
const RESCUE_MS = 5 * 60 * 1000;

/** The part of a decline that offers the member to let it through. */
export function rescueHint(declinedAt: Date): Hint {
  return { rescue: { until: new Date(declinedAt.getTime() + RESCUE_MS).toISOString() } };
}

const Offered = z.object({ hint: z.object({ rescue: z.object({ until: z.iso.datetime() }) }) });

/** Until when the member can let a declined payment through, by its decision as it was stored; null: not at all. */
export function rescueUntil(decision: unknown): Date | null {
  const offered = Offered.safeParse(decision).data;
  return offered ? new Date(offered.hint.rescue.until) : null;
}

/**
 * SQL expression: the payment of the order that a decline was a try of, where the member let another of its tries through;
 * NULL for none. `declined` is an alias of authorizations. The same order: the same merchant, card or code, currency,
 * amount, and merchant's reference, or none, tried before the member's word ran out. A payment that was given back in
 * whole pays no order.
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
