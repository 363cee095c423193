import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { ApiKey } from "./find-api-key";

/** Keeps the tag of a secret that was right. A key that was rolled meanwhile keeps the tag of its new secret. */
export async function keepApiKeyTag({ id, secretHash }: ApiKey, tag: string): Promise<void> {
  await query(getPool(), sql`UPDATE api_keys SET secret_tag = ${tag} WHERE id = ${id} AND secret_hash = ${secretHash}`);
}
