import { type Sql, sql } from "@/server/db/sql";
import { AHEAD_CLOCKS } from "@/server/domain/sandbox-clock";

/** A delivery that is later than that is overdue. */
const BEHIND_MS = 60_000;

/** Of a delivery: it is to be attempted, now or later. */
export const isOpen = sql`next_attempt_at IS NOT NULL AND NOT is_deferred`;

export function overdueSince(now: Date): Date {
  return new Date(now.getTime() - BEHIND_MS);
}

/** SQL: an expression that counts the deliveries that are due at a moment, each by the clock of its tenant, to a number. */
export function countDue(at: Date, most: number, isMeant: Sql = sql`true`): Sql {
  return sql`(SELECT count(*)::int FROM (
    (SELECT 1 FROM webhook_deliveries WHERE ${isOpen} AND next_attempt_at <= ${at} AND ${isMeant} LIMIT ${most})
    UNION ALL
    (SELECT 1 FROM ${dueAhead(at)} WHERE ${isMeant} LIMIT ${most})
    LIMIT ${most}) counted)`;
}

/**
 * FROM item: deliveries that are due at a moment by a sandbox clock alone, and for how many seconds. Each subscription of such
 * a tenant has its own, found through the two indexes of what is open.
 */
export function dueAhead(at: Date): Sql {
  const ofSubscription = (isHandedOver: Sql) => sql`SELECT id, has_sender, next_attempt_at FROM webhook_deliveries
    WHERE subscription_id = s.id AND handed_over_at ${isHandedOver} AND ${isOpen} AND next_attempt_at > ${at}
      AND next_attempt_at <= ${at}::timestamptz + c.ahead_ms * interval '1 millisecond'`;
  return sql`(SELECT d.id, d.has_sender,
      extract(epoch FROM ${at}::timestamptz - d.next_attempt_at)::float8 + c.ahead_ms / 1000 AS late_seconds
    FROM ${AHEAD_CLOCKS} c
    JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.environment = 'test'
    CROSS JOIN LATERAL (${ofSubscription(sql`IS NULL`)} UNION ALL ${ofSubscription(sql`IS NOT NULL`)}) d) ahead`;
}
