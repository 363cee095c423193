import { queryTestDatabase } from "./database-rows";

/** Tables that any request may write: its log line, the last use of a key, and the count of guesses. Migrations belong to no request. */
const TRACES = [
  "guess_counts",
  "request_records",
  "request_bodies",
  "api_keys",
  "merchant_keys",
  "network_keys",
  "_prisma_migrations",
];

/** Has the database note every row that is written from now on, for the price of a short query per request. */
export async function watchChanges(): Promise<void> {
  await queryTestDatabase("CREATE TABLE noted_changes (what text NOT NULL)");
  await queryTestDatabase(`
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'portal_sessions'
        AND to_jsonb(OLD) - 'last_seen_at' = to_jsonb(NEW) - 'last_seen_at' THEN RETURN NULL; END IF;
      INSERT INTO noted_changes VALUES (TG_TABLE_NAME || ' ' || lower(TG_OP));
      RETURN NULL;
    END $$`);
  const tables = await queryTestDatabase<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1)`,
    [[...TRACES, "noted_changes"]],
  );
  for (const { name } of tables) {
    await queryTestDatabase(
      `CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION note_change()`,
    );
  }
}

/** Requests checked together, since the check costs as much as most of them. */
const AT_ONCE = 20;

export class Unchanging {
  readonly #sent: string[] = [];

  /** Throws if one of the last requests changed something. */
  async add(shown: string): Promise<void> {
    this.#sent.push(shown);
    if (this.#sent.length >= AT_ONCE) await this.settle();
  }

  /** Call before a request that may change something, and at the end. */
  async settle(): Promise<void> {
    if (this.#sent.length === 0) return;
    const sent = this.#sent.splice(0);
    const changes = await takeChanges();
    if (changes.length > 0) throw new Error(`${changes.join(", ")} by one of these:\n${sent.join("\n")}`);
  }
}

/** Writes since the last call, except to the tables in `except`: `authorizations insert`. */
export async function takeChanges(except: readonly string[] = []): Promise<readonly string[]> {
  const rows = await queryTestDatabase<{ what: string }>(
    "WITH taken AS (DELETE FROM noted_changes RETURNING what) SELECT DISTINCT what FROM taken ORDER BY 1",
  );
  return rows.map(({ what }) => what).filter((what) => !except.includes(what.split(" ")[0] ?? ""));
}

/** An unknown token is declined, and the tenant's webhooks are notified. */
const OF_AN_UNKNOWN_CARD = ["events insert", "webhook_deliveries insert"];

export function unexpectedOf(changes: readonly string[], code: string | null): readonly string[] {
  return code === "14" ? changes.filter((what) => !OF_AN_UNKNOWN_CARD.includes(what)) : changes;
}
