import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";

/** A delivery that is later than that is overdue. */
export const BEHIND_MS = 60_000;
const MAX_COUNTED = 1_000;

/** Deliveries of both environments that should have been attempted more than a minute ago, counted to 1,000. */
export async function countOverdueDeliveries({ now }: OperatorCaller): Promise<number> {
  const [overdue] = await query<{ count: number }>(
    getPool(),
    sql`SELECT count(*)::int AS count FROM (
      SELECT 1 FROM webhook_deliveries
      WHERE next_attempt_at IS NOT NULL AND NOT is_deferred AND next_attempt_at < ${new Date(now.getTime() - BEHIND_MS)}
      LIMIT ${MAX_COUNTED}) behind`,
  );
  return overdue?.count ?? 0;
}
