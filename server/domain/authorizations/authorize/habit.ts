import { type Sql, sql } from "@/server/db/sql";
import type { Habit } from "@/server/domain/risk";

/**
 * How many of an account's transactions velocity and mean are taken from. Bounded, so that a busy account costs no more than a
 * quiet one, and few, since nearly every row is on a page of its own.
 */
export const LOOK_BACK = 20;

/** How many are searched for an approved one with the same merchant or device. The search ends at the first. */
const KNOWN_WITHIN = 50;

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
      'knowsMerchant', ${knows(sql`k.merchant_id = ${merchantId}`)},
      'knowsDevice', CASE WHEN ${deviceHash} IS NULL THEN false ELSE ${knows(sql`k.device_hash = ${deviceHash}`)} END)
    FROM ${latest(sql`outcome, amount_minor, created_at`, LOOK_BACK)} h)`;
}

/** SQL condition: `isIt` holds for an approved one, `k`, of the account's last transactions. */
function knows(isIt: Sql): Sql {
  const rows = latest(sql`outcome, merchant_id, device_hash`, KNOWN_WITHIN);
  return sql`EXISTS (SELECT 1 FROM ${rows} k WHERE k.outcome = 'approved' AND ${isIt})`;
}

/** SQL: the last transactions of `accounts a`, the newest first. */
function latest(columns: Sql, count: number): Sql {
  return sql`(SELECT ${columns} FROM authorizations
    WHERE account_id = a.id AND parent_id IS NULL ORDER BY created_at DESC LIMIT ${count})`;
}

export function toHabit(facts: HabitFacts): Habit {
  return { ...facts, averageMinor: BigInt(facts.averageMinor) };
}
