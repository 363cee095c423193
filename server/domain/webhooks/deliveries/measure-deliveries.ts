import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { countDue, dueAhead, isOpen, overdueSince } from "./due-deliveries";

/** Both environments; each figure is counted to 10,000, due times by the tenant's clock. */
export interface DeliveryLoad {
  /** Due, without a sender. */
  readonly due: number;
  /** Due for more than a minute. */
  readonly overdue: number;
  /** Have a sender. */
  readonly underWay: number;
  /** Failed, with a retry scheduled. */
  readonly waiting: number;
  readonly deferred: number;
  readonly oldestDueSeconds: number;
}

const MAX_COUNTED = 10_000;

/** Uses indexes only, whatever the number of deliveries. */
export async function measureDeliveries({ now }: { readonly now: Date }): Promise<DeliveryLoad> {
  const count = (when: Sql) =>
    sql`(SELECT count(*)::int FROM (SELECT 1 FROM webhook_deliveries WHERE ${when} LIMIT ${MAX_COUNTED}) counted)`;
  const [queue] = await query<DeliveryLoad>(
    getPool(),
    sql`SELECT
        ${countDue(now, MAX_COUNTED, sql`NOT has_sender`)} AS due,
        ${countDue(overdueSince(now), MAX_COUNTED)} AS overdue,
        ${count(sql`has_sender`)} AS under_way,
        ${count(sql`${isOpen} AND next_attempt_at > ${now} AND id NOT IN (SELECT id FROM ${dueAhead(now)})`)} AS waiting,
        ${count(sql`is_deferred`)} AS deferred,
        greatest(0, extract(epoch FROM ${now}::timestamptz - (SELECT next_attempt_at FROM webhook_deliveries
          WHERE ${isOpen} ORDER BY next_attempt_at LIMIT 1))::float8,
          (SELECT max(late_seconds) FROM ${dueAhead(now)})) AS oldest_due_seconds`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}
