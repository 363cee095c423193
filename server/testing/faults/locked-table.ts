import pg from "pg";
import type { Table } from "@/server/db/insert-rows";
import { LOCK_WAITS } from "./blocked-query";

export async function whileTableIsLocked<T>(table: Table, work: (countHanging: () => Promise<number>) => Promise<T>) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
    return await work(async () => {
      // Statistics are cached within a transaction.
      await client.query("SELECT pg_stat_clear_snapshot()");
      const { rowCount } = await client.query(LOCK_WAITS);
      return rowCount ?? 0;
    });
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
}
