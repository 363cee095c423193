import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { AccountId, AuthorizationId } from "@/server/platform/noun-ids";

/** A member's word for a payment that nothing has used up. Minor units of the payer's currency. */
export interface OpenRescue {
  readonly id: RecordId;
  /** Pays. */
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly rulesVersion: number;
  /** What the account has free. */
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
