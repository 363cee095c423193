import { type Sql, sql } from "@/server/db/sql";
import { dailyAmountLimit, dailyCountLimit } from "@/server/domain/members";
import { dayOf } from "@/server/platform/clock";
import type { CardId } from "@/server/platform/noun-ids";
import { HAS_OPEN_HOLD, HOLD_LEFT_MINOR } from "../statuses";
import type { CardState } from "./decide";

/** A card as it is read; its usage is that of `usageDay`. */
export interface CardColumns extends CardState {
  readonly cardId: CardId;
  /** What the issuer alone says: the member may let a payment through the rest. */
  readonly issuerStatus: CardState["cardStatus"];
  readonly issuerPerTransactionLimitMinor: bigint | null;
  readonly issuerDailyAmountLimitMinor: bigint | null;
  readonly issuerDailyCountLimit: number | null;
  readonly rulesVersion: number;
  readonly usageDay: Date;
}

/**
 * Columns of `cards c` that make CardColumns. What the issuer and what the member said of the card
 * both hold: it is frozen by either, and the lower limit counts (least() skips NULL).
 */
export function cardColumns(): Sql {
  return sql`c.id AS card_id, c.member_id, c.expires_on, c.always_declines_with,
    CASE WHEN c.status = 'active' AND c.member_frozen_at IS NOT NULL THEN 'frozen' ELSE c.status END AS card_status,
    least(c.per_transaction_limit_minor, c.member_per_transaction_limit_minor) AS per_transaction_limit_minor,
    ${dailyAmountLimit(sql`c`)} AS daily_amount_limit_minor, ${dailyCountLimit(sql`c`)} AS daily_count_limit,
    c.status AS issuer_status, c.per_transaction_limit_minor AS issuer_per_transaction_limit_minor,
    c.daily_amount_limit_minor AS issuer_daily_amount_limit_minor, c.daily_count_limit AS issuer_daily_count_limit,
    c.allowed_mccs, c.allowed_channels, c.allowed_modes,
    c.rules_version, c.usage_day, c.usage_amount_minor, c.usage_count`;
}

/** SQL expression: what of `accounts a` is held beyond its time. */
export function overdueHoldsOf(now: Sql): Sql {
  return sql`(SELECT coalesce(sum${HOLD_LEFT_MINOR}, 0)::bigint FROM authorizations o
    WHERE o.account_id = a.id AND o.expires_at <= ${now} AND ${HAS_OPEN_HOLD})`;
}

/** The card without the freeze and the limits that are the member's own. */
export function withoutMemberRules<Card extends CardColumns>(card: Card): Card {
  return {
    ...card,
    cardStatus: card.issuerStatus,
    perTransactionLimitMinor: card.issuerPerTransactionLimitMinor,
    dailyAmountLimitMinor: card.issuerDailyAmountLimitMinor,
    dailyCountLimit: card.issuerDailyCountLimit,
  };
}

/** The card on the day of `now`: usage of a day that is over counts no more. */
export function cardStateAt(card: CardColumns, now: Date): CardState {
  const isToday = card.usageDay >= dayOf(now);
  return isToday ? card : { ...card, usageAmountMinor: 0n, usageCount: 0 };
}
