import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

export interface Movement {
  readonly kind: "capture" | "refund";
  readonly rootId: string;
  readonly createdAt: Date;
}

export function nameMovement({ kind, rootId, createdAt }: Movement): string {
  return `${kind} ${rootId} ${createdAt.getTime()}`;
}

/**
 * Parts of these movements in other batches, or in none yet, by name: a refund of captures that settle on different days is one
 * posting, but lines of several statements. Minor units, negative for refunds; without zero parts.
 */
export async function sumElsewhere(batchId: string, movements: readonly Movement[]): Promise<Map<string, bigint>> {
  const rows = await query<Movement & { minor: bigint }>(
    getPool(),
    sql`SELECT m.kind, m.root_id, m.created_at, s.minor
      FROM unnest(${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ rootId }) => rootId)}::text[],
        ${movements.map(({ createdAt }) => createdAt)}::timestamptz[]) AS m(kind, root_id, created_at)
      CROSS JOIN LATERAL (
        SELECT sum(amount_minor)::bigint AS minor FROM (
          SELECT c.amount_minor FROM captures c
          WHERE m.kind = 'capture' AND c.root_id = m.root_id AND c.created_at = m.created_at
            AND c.batch_id IS DISTINCT FROM ${batchId}
          UNION ALL
          SELECT -r.amount_minor FROM captures c JOIN refunds r ON r.capture_id = c.id
          WHERE m.kind = 'refund' AND c.root_id = m.root_id AND r.created_at = m.created_at
            AND r.batch_id IS DISTINCT FROM ${batchId}
        ) elsewhere
      ) s WHERE s.minor IS NOT NULL`,
  );
  return new Map(rows.map((row) => [nameMovement(row), row.minor]));
}
