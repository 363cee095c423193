import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { BEHIND_MS } from "./count-overdue-deliveries";

/** Of both environments, each number counted to 10,000. What has ended is counted as it ends. */
export interface DeliveryLoad {
  /** Their next attempt is due, and no one makes it yet. */
  readonly due: number;
  /** Due for more than a minute. */
  readonly overdue: number;
  /** They have a sender. */
  readonly underWay: number;
  /** For a later time: they have failed, and are tried again. */
  readonly waiting: number;
  /** Their subscription is paused. */
  readonly deferred: number;
  /** Of the one that has been due the longest. */
  readonly oldestDueSeconds: number;
}

const MAX_COUNTED = 10_000;

/** What is on its way to receivers. Through indexes alone, however many deliveries there were. */
export async function measureDeliveries({ now }: { readonly now: Date }): Promise<DeliveryLoad> {
  const count = (when: Sql) =>
    sql`(SELECT count(*)::int FROM (SELECT 1 FROM webhook_deliveries WHERE ${when} LIMIT ${MAX_COUNTED}) counted)`;
  const isOpen = sql`next_attempt_at IS NOT NULL AND NOT is_deferred`;
  const overdueSince = new Date(now.getTime() - BEHIND_MS);
  const [queue] = await query<DeliveryLoad>(
    getPool(),
    sql`SELECT
        ${count(sql`${isOpen} AND next_attempt_at <= ${now} AND NOT has_sender`)} AS due,
        ${count(sql`${isOpen} AND next_attempt_at < ${overdueSince}`)} AS overdue,
        ${count(sql`has_sender`)} AS under_way,
        ${count(sql`${isOpen} AND next_attempt_at > ${now}`)} AS waiting,
        ${count(sql`is_deferred`)} AS deferred,
        greatest(0, extract(epoch FROM ${now}::timestamptz - (SELECT next_attempt_at FROM webhook_deliveries
          WHERE ${isOpen} ORDER BY next_attempt_at LIMIT 1)))::float8 AS oldest_due_seconds`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}
