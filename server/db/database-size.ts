import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

export async function databaseBytes(): Promise<number> {
  const [size] = await query<{ bytes: bigint }>(getPool(), sql`SELECT pg_database_size(current_database()) AS bytes`);
  return Number(size?.bytes ?? 0);
}
