import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const MAX_LISTED = 10;

/** Members first; empty if the sandbox was not seeded. */
export async function listDemoLogins(): Promise<string[]> {
  const users = await query<{ email: string }>(
    getPool(),
    sql`SELECT u.email FROM (SELECT id, email FROM users WHERE is_shared ORDER BY email LIMIT ${MAX_LISTED}) u
      ORDER BY NOT EXISTS (SELECT 1 FROM roles r WHERE r.user_id = u.id AND r.kind = 'member'), u.email`,
  );
  return users.map(({ email }) => email);
}

export async function hasDemoLogins(db: Queryable): Promise<boolean> {
  return (await query(db, sql`SELECT 1 FROM users WHERE is_shared LIMIT 1`)).length > 0;
}
