import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

/** Throws UnavailableError when the database cannot be reached. */
export async function pingDatabase(): Promise<void> {
  await query(getPool(), sql`SELECT 1`);
}
