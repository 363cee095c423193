import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";

const BATCH = 500;

/**
 * Erases callers' texts and device hashes from every authorization of an account, including increments, captures, and
 * reversals; amounts, times, and merchants stay. Each batch is its own query and passes its ids to `onBatch`, which erases
 * copies elsewhere. Changes no balance. Idempotent: run it again after a crash.
 */
export async function eraseWords(
  accountId: string,
  onBatch: (ids: readonly AuthorizationId[]) => Promise<void>,
): Promise<void> {
  let after: { createdAt: Date; id: AuthorizationId } | null = null;
  for (;;) {
    const roots: { id: AuthorizationId; createdAt: Date }[] = await query<{ id: AuthorizationId; createdAt: Date }>(
      getPool(),
      sql`SELECT id, created_at FROM authorizations WHERE account_id = ${accountId} AND parent_id IS NULL
          AND (${after === null}::boolean OR (created_at, id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::text))
        ORDER BY created_at DESC, id DESC LIMIT ${BATCH}`,
    );
    const last = roots.at(-1);
    if (!last) return;
    after = last;
    const ids = roots.map(({ id }) => id);
    const increments = await query<{ id: AuthorizationId }>(
      getPool(),
      sql`SELECT id FROM authorizations WHERE root_id = ANY(${ids}::text[]) AND parent_id IS NOT NULL`,
    );
    const all = [...ids, ...increments.map(({ id }) => id)];
    await query(
      getPool(),
      sql`WITH found AS (SELECT id FROM authorizations WHERE id = ANY(${all}::text[])
          AND num_nonnulls(metadata, device_hash) > 0 ORDER BY id FOR NO KEY UPDATE)
        UPDATE authorizations a SET metadata = NULL, device_hash = NULL FROM found WHERE a.id = found.id`,
    );
    await query(
      getPool(),
      sql`WITH found AS (SELECT id FROM captures WHERE root_id = ANY(${ids}::text[]) AND metadata IS NOT NULL
          ORDER BY id FOR NO KEY UPDATE),
        captured AS (UPDATE captures c SET metadata = NULL FROM found WHERE c.id = found.id)
        UPDATE reversals SET metadata = NULL WHERE root_id = ANY(${ids}::text[]) AND metadata IS NOT NULL`,
    );
    await onBatch(all);
  }
}
