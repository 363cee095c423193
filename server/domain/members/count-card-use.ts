import { type Sql, sql } from "@/server/db/sql";
import { dayOf } from "@/server/platform/clock";
import type { CardId } from "@/server/platform/noun-ids";

/** The limit of a day that counts: the issuer's or the member's, whichever is lower (least() skips NULL). */
export function dailyAmountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_amount_limit_minor, ${card}.member_daily_amount_limit_minor)`;
}

/** As `dailyAmountLimit`, of approvals. */
export function dailyCountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_count_limit, ${card}.member_daily_count_limit)`;
}

/**
 * UPDATE that counts an approval on its card, if the card's rules are still those that were read and the day's limits
 * still allow it. Matches nothing otherwise. A clock that is a little behind another never resets a day that has begun.
 */
export function countCardUse(
  card: { readonly cardId: CardId; readonly rulesVersion: number },
  use: { amountMinor: bigint; count: 0 | 1; now: Date },
  guard: Sql,
): Sql {
  const day = sql`${dayOf(use.now).toISOString()}::date`;
  const amount = sql`CASE WHEN cards.usage_day >= ${day} THEN cards.usage_amount_minor ELSE 0 END + ${use.amountMinor}::bigint`;
  const count = sql`CASE WHEN cards.usage_day >= ${day} THEN cards.usage_count ELSE 0 END + ${use.count}::int`;
  return sql`UPDATE cards SET usage_day = greatest(cards.usage_day, ${day}), usage_amount_minor = ${amount}, usage_count = ${count}
    FROM ${guard}
    WHERE cards.id = ${card.cardId} AND cards.rules_version = ${card.rulesVersion}
      AND coalesce(${amount} <= ${dailyAmountLimit(sql`cards`)}, true)
      AND (${use.count}::int = 0 OR coalesce(${count} <= ${dailyCountLimit(sql`cards`)}, true))
    RETURNING cards.id`;
}
