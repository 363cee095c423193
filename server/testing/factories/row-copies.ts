import { getPool } from "@/server/db/pool";

export const COPY_ID = "lpad(n::text, 17, '0')";

interface Copies {
  readonly table: string;
  readonly id: string;
  readonly changed?: Readonly<Record<string, string>>;
  readonly first?: number;
  readonly last: number;
}

/** Copies of a row; each is a second newer than the previous unless `changed` says otherwise. */
export async function insertCopies({ table, id, changed = {}, first = 1, last }: Copies): Promise<void> {
  const { rows } = await getPool().query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_identity = 'NO'",
    [table],
  );
  const all: Readonly<Record<string, string>> = {
    id: COPY_ID,
    created_at: "created_at + n * interval '1 second'",
    ...changed,
  };
  const names = rows.map((row) => row.column_name);
  const values = names.map((name) => all[name] ?? name);
  await getPool().query(
    `INSERT INTO ${table} (${names.join(", ")})
     SELECT ${values.join(", ")} FROM ${table}, generate_series($2::int, $3::int) n WHERE id = $1`,
    [id, first, last],
  );
}

export async function insertDeclinedCopies(recordId: string, last: number, first = 1, id = COPY_ID): Promise<void> {
  const changed = {
    id,
    root_id: id,
    outcome: "'declined'",
    response_code: "'51'",
    approval_code: "NULL",
    expires_at: "NULL",
    family_amount_minor: "0",
  };
  await insertCopies({ table: "authorizations", id: recordId, changed, first, last });
}
