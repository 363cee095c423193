import { lookUpTogether } from "@/server/db/batches/look-up";
import { rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { join, type Sql, sql } from "@/server/db/sql";
import type { KeyKind, RememberedKey } from "./remembered-key";

/**
 * SQL: the ids of those that changed since they were read, as an array. A statement looks at it once, however many rows it gives.
 * Those that were proved are left out.
 */
export function selectChangedKeys(keys: readonly (RememberedKey | null)[]): Sql {
  const byKind = new Map<KeyKind, Map<string, RememberedKey>>();
  for (const key of keys) {
    if (!key || key.isProven) continue;
    const known = byKind.get(key.kind) ?? new Map<string, RememberedKey>();
    byKind.set(key.kind, known.set(`${key.id} ${key.mark}`, key));
  }
  // In an order of their own, so that the texts of statements stay few.
  const kinds = [...byKind].sort(([one], [other]) => (one.name < other.name ? -1 : 1));
  const changed = kinds.map(([kind, known]) => {
    const remembered = rowsAsJson([...known.values()].map(({ id, mark }) => ({ id, mark })));
    return sql`SELECT r.id FROM json_to_recordset(${remembered}::json) AS r(id text, mark text)
      WHERE r.mark IS DISTINCT FROM ${kind.selectMark(sql`r.id`)}`;
  });
  return changed.length === 0 ? sql`ARRAY[]::text[]` : sql`ARRAY(${join(changed, " UNION ALL ")})`;
}

const findChanged = lookUpTogether("remembered_keys", async (keys: readonly RememberedKey[]) => {
  const [row] = await query<{ changed: string[] }>(getPool(), sql`SELECT ${selectChangedKeys(keys)} AS changed`);
  const changed = row?.changed ?? [];
  return keys.map(() => changed);
});

/** Of a request that read nothing by which the key could be proved. Throws ChangedKeyError. */
export async function proveKey(key: RememberedKey): Promise<void> {
  if (!key.isProven) key.prove(await findChanged(key));
}
