import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { hashTree, type Leaves } from "./entry-tree";

/** Rows after one number, up to another. */
export interface Range {
  readonly after: bigint;
  readonly to: bigint;
  /** Of the block that seals them. Empty: they are hashed as one text. */
  readonly salt: string;
}

export interface RowsDigest {
  readonly rows: number;
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
}

export interface EntriesDigest extends RowsDigest {
  /** As `entry_groups` of a block has them. */
  readonly groups: readonly string[];
}

const MOMENT = sql`(extract(epoch FROM p.created_at) * 1000)::bigint`;

/**
 * What seals a row: every column that means something, as a JSON array, which keeps apart what stands side by side. Neither
 * the session's time zone nor its formats have a say. Whether an entry is folded is no part: that is the one thing that
 * changes.
 */
const ENTRY_LINES = sql`SELECT e.id AS place, json_build_array(e.id, e.posting_id, e.account_id, e.currency, e.amount_minor, p.kind,
    p.environment, p.currency, p.authorization_id, ${MOMENT})::text AS line
  FROM entries e JOIN postings p ON p.id = e.posting_id WHERE e.id > r.after_place AND e.id <= r.to_place`;

const AUDIT_LINES = sql`SELECT a.number AS place, json_build_array(a.number, a.id, a.tenant_id, a.environment, a.user_id, a.actor, a.action,
    a.subject_kind, a.subject_id, a.details::text, a.request_id, (extract(epoch FROM a.created_at) * 1000)::bigint)::text AS line
  FROM audit_records a WHERE a.number > r.after_place AND a.number <= r.to_place`;

/**
 * The leaves of salted entries, as `leafOf` of the contract hashes them: the number of an entry is in its blind text, and
 * its account only by a hash. OFFSET keeps the blind text from being computed wherever it is used.
 */
const ENTRY_LEAVES = sql`SELECT e.id AS place, sha256(convert_to(b.blind || ' ' || json_build_array(e.posting_id,
    encode(sha256(convert_to(b.blind || ' ' || e.account_id, 'UTF8')), 'hex'), e.currency, e.amount_minor, p.kind,
    p.environment, p.currency, p.authorization_id, ${MOMENT})::text, 'UTF8')) AS leaf
  FROM entries e JOIN postings p ON p.id = e.posting_id
  CROSS JOIN LATERAL (SELECT encode(sha256(convert_to(r.salt || ' ' || e.id, 'UTF8')), 'hex') AS blind OFFSET 0) b
  WHERE e.id > r.after_place AND e.id <= r.to_place`;

const fromRanges = (ranges: readonly Range[]) =>
  sql`unnest(${ranges.map(({ after }) => after)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[],
    ${ranges.map(({ salt }) => salt)}::text[]) WITH ORDINALITY AS r(after_place, to_place, salt, ordinal)`;

async function digestLines(lines: Sql, ranges: readonly Range[]): Promise<RowsDigest[]> {
  return query<RowsDigest>(
    getPool(),
    sql`SELECT d.rows, d.hash
      FROM ${fromRanges(ranges)}
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS rows,
          encode(sha256(convert_to(coalesce(string_agg(line, E'\n' ORDER BY place), ''), 'UTF8')), 'hex') AS hash
        FROM (${lines}) AS lines
      ) d ORDER BY r.ordinal`,
  );
}

const LEAF_BYTES = 32;

/** Of each range the leaves of its entries. */
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

/** Of each range the entries with their postings, one digest for each, in their order. */
export async function digestEntries(ranges: readonly Range[]): Promise<EntriesDigest[]> {
  const [salted, unsalted] = [ranges.filter(({ salt }) => salt !== ""), ranges.filter(({ salt }) => salt === "")];
  const trees = salted.length > 0 ? await readLeaves(salted) : [];
  const texts = unsalted.length > 0 ? await digestLines(ENTRY_LINES, unsalted) : [];
  const [nextTree, nextText] = [trees.values(), texts.values()];
  return ranges.map(({ salt }) => {
    const { value: leaves } = salt === "" ? { value: undefined } : nextTree.next();
    if (leaves) return { rows: leaves.ids.length, ...hashTree(leaves, salt) };
    const { value: text } = nextText.next();
    if (!text) throw new Error("a range without a digest");
    return { ...text, groups: [] };
  });
}

export function digestAudits(ranges: readonly Range[]): Promise<RowsDigest[]> {
  return digestLines(AUDIT_LINES, ranges);
}
