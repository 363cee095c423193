import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { CardId } from "@/server/platform/noun-ids";

/** The lower of the issuer's and the member's limit (least() skips NULL). */
export function dailyAmountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_amount_limit_minor, ${card}.member_daily_amount_limit_minor)`;
}

export function dailyCountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_count_limit, ${card}.member_daily_count_limit)`;
}

interface CardUse {
  readonly cardId: CardId;
  readonly rulesVersion: number;
  readonly day: Date;
  readonly amountMinor: bigint;
  /** 0 for an increment, whose transaction was counted when it began. */
  readonly count: number;
  /** Totals as of the last approval that was checked against the member's own limits; null if none was. */
  readonly ruledAmountMinor: bigint | null;
  readonly ruledCount: number | null;
}

/**
 * UPDATE that counts approvals on their cards, if a card's rules are still those that were read and the day's limits allow it:
 * the issuer's for all approvals, the member's without the rescued ones. Otherwise it matches no card. A clock that is slightly
 * behind never resets a day that has begun. Each card is named once, in lock order.
 */
export function countCardUses(uses: readonly CardUse[], guard: string): Sql {
  const amount = sql`CASE WHEN cards.usage_day >= u.day THEN cards.usage_amount_minor ELSE 0 END`;
  const count = sql`CASE WHEN cards.usage_day >= u.day THEN cards.usage_count ELSE 0 END`;
  return sql`UPDATE cards SET usage_day = greatest(cards.usage_day, u.day), usage_amount_minor = ${amount} + u.amount_minor,
      usage_count = ${count} + u.count
    FROM ${raw(guard)}, ${namingRows("u", COLUMNS, uses)}
    WHERE cards.id = u.card_id AND cards.rules_version = u.rules_version
      AND coalesce(${amount} + u.ruled_amount_minor <= ${dailyAmountLimit(sql`cards`)}, true)
      AND coalesce(${amount} + u.amount_minor <= cards.daily_amount_limit_minor, true)
      AND (u.count = 0 OR (coalesce(${count} + u.ruled_count <= ${dailyCountLimit(sql`cards`)}, true)
        AND coalesce(${count} + u.count <= cards.daily_count_limit, true)))
    RETURNING cards.id`;
}

const COLUMNS = `card_id text, rules_version int, day date, amount_minor bigint, count int, ruled_amount_minor bigint,
  ruled_count int`;
