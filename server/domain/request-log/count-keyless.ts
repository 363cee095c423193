import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import type { StaffCaller } from "../caller";
import { realTimeOf } from "../sandbox-clock";

/** Counts no further, so that it reads few index pages even if a busy caller never sends a key. */
const MOST = 1_000;

export interface KeylessCount {
  readonly count: number;
  readonly isCut: boolean;
}

/** Counts the last day, by real time. Reads at most 1,001 entries of a partial index of such requests. */
export async function countKeyless(caller: StaffCaller): Promise<KeylessCount> {
  const since = new Date(realTimeOf(caller).getTime() - DAY_MS);
  const [row] = await query<{ count: number }>(
    getPool(),
    sql`SELECT count(*)::integer AS count FROM (
        SELECT 1 FROM request_records r
        WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
          AND r.is_keyless AND r.created_at >= ${since} LIMIT ${MOST + 1}
      ) newest`,
  );
  const count = row?.count ?? 0;
  return { count: Math.min(count, MOST), isCut: count > MOST };
}
