import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { isRecordId } from "@/server/platform/ids";
import { type FoundRecord, isNamed, MAX_FOUND } from "./found-record";

type NetworkKind = "tenant" | "member" | "merchant";

/** By id, slug, or beginnings of words in names; tenants of both environments. At most five of a kind. */
export async function findNetworkRecords(
  { environment }: OperatorCaller,
  input: { readonly text: string },
): Promise<FoundRecord<NetworkKind>[]> {
  const text = input.text.trim();
  const id = isRecordId(text) ? text : null;
  const here = sql`m.environment = ${environment}::environment`;
  const newest = sql`ORDER BY m.created_at DESC, m.id DESC LIMIT ${MAX_FOUND}`;
  const named = isNamed(text, sql`m.name`);
  return query<FoundRecord<NetworkKind>>(
    getPool(),
    sql`SELECT found.kind, found.id, found.name, found.of FROM (
      (SELECT 'tenant' AS kind, t.slug AS id, t.title AS name, t.slug AS of FROM tenants t
        WHERE t.id = ${id} OR ${isNamed(text, sql`t.title || ' ' || t.slug`)}
        ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_FOUND})
      UNION ALL (SELECT 'member', m.id, m.name, t.title FROM members m JOIN tenants t ON t.id = m.tenant_id
        WHERE ${named} AND ${here} AND m.erased_at IS NULL ${newest})
      UNION ALL SELECT 'member', m.id, m.name, t.title FROM members m JOIN tenants t ON t.id = m.tenant_id
        WHERE m.id IN (SELECT ${id}::text UNION ALL SELECT member_id FROM accounts WHERE id = ${id}
          UNION ALL SELECT member_id FROM cards WHERE id = ${id}) AND ${here}
      UNION ALL (SELECT 'merchant', m.id, m.name, t.title FROM merchants m JOIN tenants t ON t.id = m.tenant_id
        WHERE ${named} AND ${here} ${newest})
      UNION ALL SELECT 'merchant', m.id, m.name, t.title FROM merchants m JOIN tenants t ON t.id = m.tenant_id
        WHERE m.id = ${id} AND ${here}
    ) found`,
  );
}
