import { type Sql, sql } from "@/server/db/sql";
import { AHEAD_CLOCKS } from "@/server/domain/sandbox-clock";

const BEHIND_MS = 60_000;

/** SQL condition: it is to be attempted, now or later. */
export const isOpen = sql`next_attempt_at IS NOT NULL AND NOT is_deferred`;

/** SQL condition: an open delivery that no run follows, so it must be handed over. */
export const isWaiting = sql`handed_over_at IS NULL AND next_attempt_at IS NOT NULL AND NOT is_deferred`;

/** SQL condition: it has ended while its run still sleeps. */
export const isLeft = sql`next_attempt_at IS NULL AND handed_over_at IS NOT NULL`;

export function overdueSince(now: Date): Date {
  return new Date(now.getTime() - BEHIND_MS);
}

/** SQL: counts due deliveries, by their tenants' clocks, up to `most`. */
export function countDue(at: Date, most: number, isMeant: Sql = sql`true`): Sql {
  return sql`(SELECT count(*)::int FROM (
    (SELECT 1 FROM webhook_deliveries WHERE ${isOpen} AND next_attempt_at <= ${at} AND ${isMeant} LIMIT ${most})
    UNION ALL
    (SELECT 1 FROM ${dueAhead(at)} WHERE ${isMeant} LIMIT ${most})
    LIMIT ${most}) counted)`;
}

/**
 * FROM item: deliveries due only by a sandbox clock that is ahead, and for how many seconds. Those not handed over are found by
 * subscription, through its index. The others have no index: they are scanned once, however many clocks are ahead.
 */
export function dueAhead(at: Date): Sql {
  const ahead = sql`${AHEAD_CLOCKS} c
    JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.environment = 'test'`;
  const isDue = sql`${isOpen} AND next_attempt_at > ${at}::timestamptz
    AND next_attempt_at <= ${at}::timestamptz + ahead_ms * interval '1 millisecond'`;
  const shown = sql`d.id, d.has_sender,
    extract(epoch FROM ${at}::timestamptz - d.next_attempt_at)::float8 + ahead_ms / 1000 AS late_seconds`;
  return sql`(SELECT ${shown} FROM ${ahead} CROSS JOIN LATERAL (
      SELECT id, has_sender, next_attempt_at FROM webhook_deliveries
      WHERE subscription_id = s.id AND handed_over_at IS NULL AND ${isDue}) d
    UNION ALL
    SELECT ${shown} FROM (
      SELECT id, has_sender, next_attempt_at, subscription_id FROM webhook_deliveries
      WHERE handed_over_at IS NOT NULL AND ${isOpen} AND next_attempt_at > ${at}::timestamptz
        AND next_attempt_at <= ${at}::timestamptz + (SELECT max(ahead_ms) FROM ${AHEAD_CLOCKS} f) * interval '1 millisecond'
      OFFSET 0) d
    JOIN (SELECT s.id, c.ahead_ms FROM ${ahead}) a ON a.id = d.subscription_id
    WHERE d.next_attempt_at <= ${at}::timestamptz + a.ahead_ms * interval '1 millisecond') ahead`;
}
