import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { CardId } from "@/server/platform/noun-ids";

/** The limit of a day that counts: the issuer's or the member's, whichever is lower (least() skips NULL). */
export function dailyAmountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_amount_limit_minor, ${card}.member_daily_amount_limit_minor)`;
}

/** As `dailyAmountLimit`, of approvals. */
export function dailyCountLimit(card: Sql): Sql {
  return sql`least(${card}.daily_count_limit, ${card}.member_daily_count_limit)`;
}

/** What approvals of one day use up of their card. */
interface CardUse {
  readonly cardId: CardId;
  /** Of the rules that the approvals were decided by. */
  readonly rulesVersion: number;
  readonly day: Date;
  readonly amountMinor: bigint;
  /** 0 for an increment, which is part of a transaction that was counted already. */
  readonly count: number;
}

/**
 * UPDATE that counts approvals on their cards, if a card's rules are still those that were read and the day's limits
 * still allow it. Matches no card otherwise. A clock that is a little behind another never resets a day that has begun.
 * Each card is named once, in the order in which they are to be locked.
 */
export function countCardUses(uses: readonly CardUse[], guard: string): Sql {
  const amount = sql`CASE WHEN cards.usage_day >= u.day THEN cards.usage_amount_minor ELSE 0 END + u.amount_minor`;
  const count = sql`CASE WHEN cards.usage_day >= u.day THEN cards.usage_count ELSE 0 END + u.count`;
  return sql`UPDATE cards SET usage_day = greatest(cards.usage_day, u.day), usage_amount_minor = ${amount},
      usage_count = ${count}
    FROM ${raw(guard)},
      ${namingRows("u", "card_id text, rules_version int, day date, amount_minor bigint, count int", uses)}
    WHERE cards.id = u.card_id AND cards.rules_version = u.rules_version
      AND coalesce(${amount} <= ${dailyAmountLimit(sql`cards`)}, true)
      AND (u.count = 0 OR coalesce(${count} <= ${dailyCountLimit(sql`cards`)}, true))
    RETURNING cards.id`;
}
