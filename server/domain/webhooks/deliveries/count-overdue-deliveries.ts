import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { countDue, overdueSince } from "./due-deliveries";

const MAX_COUNTED = 1_000;

/** Deliveries of both environments that are a minute late by their tenants' clocks, counted to 1,000. */
export async function countOverdueDeliveries({ now }: OperatorCaller): Promise<number> {
  const [overdue] = await query<{ count: number }>(
    getPool(),
    sql`SELECT ${countDue(overdueSince(now), MAX_COUNTED)} AS count`,
  );
  return overdue?.count ?? 0;
}
