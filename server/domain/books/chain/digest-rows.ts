import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { sha256Hex } from "@/server/platform/crypto";
import { hashTree, type Leaves } from "./entry-tree";

/** Rows after one number, up to and including another. */
export interface Range {
  readonly after: bigint;
  readonly to: bigint;
  /** Salt of the sealing block; empty for audit records, and in block 0, which seals no entries. */
  readonly salt: string;
}

export interface RowsDigest {
  readonly rows: number;
  /** SHA-256, in hex. */
  readonly hash: string;
}

export interface EntriesDigest extends RowsDigest {
  readonly groups: readonly string[];
}

const MOMENT = sql`(extract(epoch FROM p.created_at) * 1000)::bigint`;

/**
 * The sealed part of a row: every meaningful column, as a JSON array, which keeps adjacent values apart and doesn't depend on
 * the session's time zone or formats. Whether an entry is folded is left out, since only that changes.
 */
const AUDIT_LINES = sql`SELECT a.number AS place, json_build_array(a.number, a.id, a.tenant_id, a.environment, a.user_id, a.actor, a.action,
    a.subject_kind, a.subject_id, a.details::text, a.request_id, (extract(epoch FROM a.created_at) * 1000)::bigint)::text AS line
  FROM audit_records a WHERE a.number > r.after_place AND a.number <= r.to_place`;

/** Leaves hashed like the contract's `leafOf`: the account appears only as a hash. OFFSET 0 computes the blind text once. */
const ENTRY_LEAVES = sql`SELECT e.id AS place, sha256(convert_to(b.blind || ' ' || json_build_array(e.posting_id,
    encode(sha256(convert_to(b.blind || ' ' || e.account_id, 'UTF8')), 'hex'), e.currency, e.amount_minor, p.kind,
    p.environment, p.currency, p.authorization_id, ${MOMENT})::text, 'UTF8')) AS leaf
  FROM entries e JOIN postings p ON p.id = e.posting_id
  CROSS JOIN LATERAL (SELECT encode(sha256(convert_to(r.salt || ' ' || e.id, 'UTF8')), 'hex') AS blind OFFSET 0) b
  WHERE e.id > r.after_place AND e.id <= r.to_place`;

const fromRanges = (ranges: readonly Range[]) =>
  sql`unnest(${ranges.map(({ after }) => after)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[],
    ${ranges.map(({ salt }) => salt)}::text[]) WITH ORDINALITY AS r(after_place, to_place, salt, ordinal)`;

const LEAF_BYTES = 32;

export async function readLeaves(ranges: readonly Range[]): Promise<Leaves[]> {
  const rows = await query<{ ids: readonly string[]; leaves: Buffer }>(
    getPool(),
    sql`SELECT d.ids, d.leaves
      FROM ${fromRanges(ranges)}
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(place::text ORDER BY place), '{}') AS ids,
          coalesce(string_agg(leaf, '' ORDER BY place), '') AS leaves
        FROM (${ENTRY_LEAVES}) AS leaves
      ) d ORDER BY r.ordinal`,
  );
  return rows.map(({ ids, leaves }) => ({
    ids: ids.map(BigInt),
    leaves: ids.map((_, i) => leaves.subarray(i * LEAF_BYTES, (i + 1) * LEAF_BYTES)),
  }));
}

export async function digestEntries(ranges: readonly Range[]): Promise<EntriesDigest[]> {
  const trees = await readLeaves(ranges);
  return trees.map((leaves, i) => {
    const { salt = "" } = ranges[i] ?? {};
    const rows = leaves.ids.length;
    return salt === "" && rows === 0 ? { rows, hash: sha256Hex(""), groups: [] } : { rows, ...hashTree(leaves, salt) };
  });
}

export function digestAudits(ranges: readonly Range[]): Promise<RowsDigest[]> {
  return query<RowsDigest>(
    getPool(),
    sql`SELECT d.rows, d.hash
      FROM ${fromRanges(ranges)}
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS rows,
          encode(sha256(convert_to(coalesce(string_agg(line, E'\n' ORDER BY place), ''), 'UTF8')), 'hex') AS hash
        FROM (${AUDIT_LINES}) AS lines
      ) d ORDER BY r.ordinal`,
  );
}
