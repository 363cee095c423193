import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

interface Latest {
  readonly createdAt: Date;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function findLatest(action: string, since: Date): Promise<Latest | null> {
  const [latest] = await query<Latest>(
    getPool(),
    sql`SELECT created_at, details FROM audit_records WHERE action = ${action} AND created_at >= ${since}
      ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return latest ?? null;
}
