import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";

/**
 * Notes that this database holds what was done until `dataAt` and nothing later. From then on it sends nothing until it is
 * released. Moves no money. Again: another mark; all of them are released together.
 */
export async function markRestored(input: { readonly dataAt: Date; readonly now: Date }): Promise<void> {
  const { dataAt, now } = input;
  await query(
    getPool(),
    sql`INSERT INTO restores (id, data_at, restored_at) VALUES (${newRecordId(now)}, ${dataAt}, ${now})`,
  );
}
