import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";

/** Rows after one number, up to another. */
export interface Range {
  readonly after: bigint;
  readonly to: bigint;
}

export interface RowsDigest {
  readonly rows: number;
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
}

/**
 * What seals a row: every column that means something, as a JSON array, which keeps apart what stands side by side. Neither
 * the session's time zone nor its formats have a say. Whether an entry is folded is no part: that is the one thing that
 * changes.
 */
const ENTRY_LINES = sql`SELECT e.id AS place, json_build_array(e.id, e.posting_id, e.account_id, e.currency, e.amount_minor, p.kind,
    p.environment, p.currency, p.authorization_id, (extract(epoch FROM p.created_at) * 1000)::bigint)::text AS line
  FROM entries e JOIN postings p ON p.id = e.posting_id WHERE e.id > r.after_place AND e.id <= r.to_place`;

const AUDIT_LINES = sql`SELECT a.number AS place, json_build_array(a.number, a.id, a.tenant_id, a.environment, a.user_id, a.actor, a.action,
    a.subject_kind, a.subject_id, a.details::text, a.request_id, (extract(epoch FROM a.created_at) * 1000)::bigint)::text AS line
  FROM audit_records a WHERE a.number > r.after_place AND a.number <= r.to_place`;

async function digestLines(lines: Sql, ranges: readonly Range[]): Promise<RowsDigest[]> {
  return query<RowsDigest>(
    getPool(),
    sql`SELECT d.rows, d.hash
      FROM unnest(${ranges.map(({ after }) => after)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[])
        WITH ORDINALITY AS r(after_place, to_place, ordinal)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS rows,
          encode(sha256(convert_to(coalesce(string_agg(line, E'\n' ORDER BY place), ''), 'UTF8')), 'hex') AS hash
        FROM (${lines}) AS lines
      ) d ORDER BY r.ordinal`,
  );
}

/** Of each range the entries with their postings, one digest for each, in their order. */
export function digestEntries(ranges: readonly Range[]): Promise<RowsDigest[]> {
  return digestLines(ENTRY_LINES, ranges);
}

export function digestAudits(ranges: readonly Range[]): Promise<RowsDigest[]> {
  return digestLines(AUDIT_LINES, ranges);
}
