import { getPool } from "@/server/db/pool";

/** Declined copies of an authorization, each a second newer than the last, by their numbers. */
export async function insertDeclinedCopies(recordId: string, last: number, first = 1): Promise<void> {
  const { rows } = await getPool().query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'authorizations'",
  );
  const changed: Readonly<Record<string, string>> = {
    id: "lpad(n::text, 17, '0')",
    root_id: "lpad(n::text, 17, '0')",
    outcome: "'declined'",
    response_code: "'51'",
    approval_code: "NULL",
    expires_at: "NULL",
    family_amount_minor: "0",
    created_at: "created_at + n * interval '1 second'",
  };
  const names = rows.map((row) => row.column_name);
  const values = names.map((name) => changed[name] ?? name);
  await getPool().query(
    `INSERT INTO authorizations (${names.join(", ")})
     SELECT ${values.join(", ")} FROM authorizations, generate_series($2::int, $3::int) n WHERE id = $1`,
    [recordId, first, last],
  );
}
