import { getPool } from "@/server/db/pool";

/** Bypasses the service. */
export async function queryTestDatabase<Row extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await getPool().query<Row>(text, [...values]);
  return rows;
}

export async function countRows(table: string): Promise<number> {
  const [row] = await queryTestDatabase<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(row?.count);
}
