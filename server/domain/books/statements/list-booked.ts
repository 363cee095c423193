import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Movement } from "@/server/domain/queries";
import type { BookedEntry } from "../chain/show-entries";

interface Row extends Omit<BookedEntry, "at" | "authorization"> {
  readonly authorizationId: string | null;
  readonly createdAt: Date;
}

async function listEntries(postings: Sql): Promise<BookedEntry[]> {
  const rows = await query<Row>(
    getPool(),
    sql`SELECT e.id, e.posting_id AS posting, e.account_id, e.currency, e.amount_minor::text, p.kind, p.environment,
        p.currency AS posting_currency, p.authorization_id, p.created_at
      FROM ${postings} JOIN entries e ON e.posting_id = p.id ORDER BY e.id`,
  );
  return rows.map(({ authorizationId, createdAt, ...entry }) => {
    return { ...entry, authorization: authorizationId, at: createdAt.getTime() };
  });
}

/** Entries that moved this money, on anyone's accounts. */
export function listBookedMovements(movements: readonly Movement[]): Promise<BookedEntry[]> {
  return listEntries(
    sql`unnest(${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ rootId }) => rootId)}::text[],
        ${movements.map(({ createdAt }) => createdAt)}::timestamptz[]) AS m(kind, root_id, created_at)
      JOIN postings p ON p.authorization_id = m.root_id AND p.kind::text = m.kind AND p.created_at = m.created_at`,
  );
}

export function listBookedPostings(postingIds: readonly string[]): Promise<BookedEntry[]> {
  return listEntries(sql`(SELECT * FROM postings WHERE id = ANY(${postingIds})) p`);
}
