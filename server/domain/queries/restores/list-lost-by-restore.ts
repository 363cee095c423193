import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "../../caller";
import { questionsAt } from "./lost-by-restore";

export interface LostByRestore {
  readonly kind: string;
  readonly says: string;
  readonly count: number;
  readonly records: readonly DoubtfulRecord[];
}

interface DoubtfulRecord {
  readonly id: string;
  readonly tenantId: string | null;
  readonly environment: Environment | null;
}

/** Records that others may know more about than this restored database. Leaves out kinds without any. */
export async function listLostByRestore(input: {
  readonly now: Date;
  readonly limit: number;
}): Promise<LostByRestore[]> {
  const doubts: LostByRestore[] = [];
  for (const { kind, says, select } of questionsAt(input.now)) {
    const [counted] = await query<{ count: bigint }>(
      getPool(),
      sql`SELECT count(*) AS count FROM (${select}) doubtful`,
    );
    const count = Number(counted?.count ?? 0);
    if (count === 0) continue;
    const records = await query<DoubtfulRecord>(
      getPool(),
      sql`SELECT * FROM (${select}) doubtful ORDER BY id LIMIT ${input.limit}`,
    );
    doubts.push({ kind, says, count, records });
  }
  return doubts;
}
