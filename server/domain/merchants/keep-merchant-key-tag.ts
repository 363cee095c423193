import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantKey } from "./find-merchant-key";

/** Keeps the tag of a secret that was right. */
export async function keepMerchantKeyTag({ id, secretHash }: MerchantKey, tag: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE merchant_keys SET secret_tag = ${tag} WHERE id = ${id} AND secret_hash = ${secretHash}`,
  );
}
