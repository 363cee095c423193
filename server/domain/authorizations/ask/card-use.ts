import { type Sql, sql } from "@/server/db/sql";
import { dailyAmountLimit, dailyCountLimit } from "@/server/domain/members";
import { dayOf } from "@/server/platform/clock";
import type { AccountId, CardId } from "@/server/platform/noun-ids";
import { HAS_OPEN_HOLD, HOLD_LEFT_MINOR } from "../statuses";
import type { CardState } from "./decide";

/** A card with its account, as one reading gives them; its usage is that of `usageDay`. */
export interface CardFacts extends CardState {
  readonly cardId: CardId;
  readonly rulesVersion: number;
  readonly usageDay: Date;
  readonly accountId: AccountId;
  readonly accountCurrency: string;
  readonly availableMinor: bigint;
  /** Held beyond its time: free as soon as someone expires it. */
  readonly overdueMinor: bigint;
}

/**
 * Columns of `cards c` and `accounts a` that make CardFacts. `now` decides which holds are overdue. What the issuer and
 * what the member said of the card both hold: it is frozen by either, and the lower limit counts (least() skips NULL).
 */
export function cardColumns(now: Date): Sql {
  return sql`c.id AS card_id, c.expires_on, c.always_declines_with,
    CASE WHEN c.status = 'active' AND c.member_frozen_at IS NOT NULL THEN 'frozen' ELSE c.status END AS card_status,
    least(c.per_transaction_limit_minor, c.member_per_transaction_limit_minor) AS per_transaction_limit_minor,
    ${dailyAmountLimit(sql`c`)} AS daily_amount_limit_minor, ${dailyCountLimit(sql`c`)} AS daily_count_limit,
    c.allowed_mccs, c.allowed_channels, c.allowed_modes,
    c.rules_version, c.usage_day, c.usage_amount_minor, c.usage_count, a.id AS account_id,
    a.currency AS account_currency, a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor,
    ${overdueHoldsOf(now)} AS overdue_minor`;
}

/** What of `accounts a` is held beyond its time. */
export function overdueHoldsOf(now: Date): Sql {
  return sql`(SELECT coalesce(sum${HOLD_LEFT_MINOR}, 0)::bigint FROM authorizations o
    WHERE o.account_id = a.id AND o.expires_at <= ${now} AND ${HAS_OPEN_HOLD})`;
}

/** The card on the day of `now`: usage of a day that is over counts no more. */
export function cardStateAt(card: CardFacts, now: Date): CardState {
  const isToday = card.usageDay >= dayOf(now);
  return isToday ? card : { ...card, usageAmountMinor: 0n, usageCount: 0 };
}
