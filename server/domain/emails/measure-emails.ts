import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

export interface EmailQueue {
  /** Capped at 10,000. */
  readonly waiting: number;
  readonly oldestDueSeconds: number;
}

const MAX_COUNTED = 10_000;

export async function measureEmails({ now }: { readonly now: Date }): Promise<EmailQueue> {
  const [queue] = await query<EmailQueue>(
    getPool(),
    sql`SELECT
        (SELECT count(*)::int FROM (SELECT 1 FROM emails WHERE next_attempt_at IS NOT NULL LIMIT ${MAX_COUNTED}) w) AS waiting,
        greatest(0, extract(epoch FROM ${now}::timestamptz - (SELECT next_attempt_at FROM emails
          WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1)))::float8 AS oldest_due_seconds`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}
