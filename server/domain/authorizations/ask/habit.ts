import { type Sql, sql } from "@/server/db/sql";
import type { Habit } from "@/server/domain/risk";

/** How far the risk score looks back: bounded, so that a busy account costs no more than a quiet one. */
export const LOOK_BACK = 50;

/** A habit as JSON has it: bigint does not survive there. */
export interface HabitFacts extends Omit<Habit, "averageMinor"> {
  readonly averageMinor: string;
}

/** SQL expression: what `accounts a` did lately by `now`, with this merchant and device in mind. */
export function selectHabit(now: Sql, merchantId: Sql, deviceHash: Sql): Sql {
  return sql`(SELECT json_build_object(
      'recentCount', count(*) FILTER (WHERE h.created_at > ${now} - interval '10 minutes'),
      'approvedCount', count(*) FILTER (WHERE h.outcome = 'approved'),
      'averageMinor', coalesce(round(avg(h.amount_minor) FILTER (WHERE h.outcome = 'approved')), 0)::text,
      'knowsMerchant', coalesce(bool_or(h.merchant_id = ${merchantId}) FILTER (WHERE h.outcome = 'approved'), false),
      'knowsDevice', coalesce(bool_or(h.device_hash = ${deviceHash}) FILTER (WHERE h.outcome = 'approved'), false))
    FROM (SELECT outcome, amount_minor, merchant_id, device_hash, created_at FROM authorizations
      WHERE account_id = a.id AND parent_id IS NULL ORDER BY created_at DESC LIMIT ${LOOK_BACK}) h)`;
}

export function toHabit(facts: HabitFacts): Habit {
  return { ...facts, averageMinor: BigInt(facts.averageMinor) };
}
