import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";

/** It sends nothing until it is released. Each call adds a mark; they are released together. Moves no money. */
export async function markRestored(input: { readonly dataAt: Date; readonly now: Date }): Promise<void> {
  const { dataAt, now } = input;
  await query(
    getPool(),
    sql`INSERT INTO restores (id, data_at, restored_at) VALUES (${newRecordId(now)}, ${dataAt}, ${now})`,
  );
}
