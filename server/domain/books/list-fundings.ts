import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type FundingFacts, isProvenFunding } from "../ledger";

/** One entry of a posting that funds: what it gives to whom, and what it rests on. */
interface FundedEntry {
  readonly postingId: string;
  readonly environment: FundingFacts["environment"];
  readonly currency: string;
  /** Null, as are the next two: the posting gives nobody anything. */
  readonly entryId: bigint | null;
  readonly accountId: string | null;
  readonly amountMinor: bigint | null;
  /** Null, as is the next: nothing was written with it. */
  readonly auditRecordId: string | null;
  readonly proof: string | null;
  /** Whether the audit record is there, and is about this account and posting. */
  readonly isAudited: boolean;
}

const PAGE = 2_000;

/** Of `postings`, a FROM item. The network's own side is the rest of the sum. */
function selectFunded(postings: Sql): Sql {
  return sql`SELECT p.id AS posting_id, p.environment, p.currency, e.id AS entry_id, e.account_id, e.amount_minor,
      f.audit_record_id, f.proof, r.id IS NOT NULL AS is_audited
    FROM ${postings} p
    LEFT JOIN (entries e JOIN accounts a ON a.id = e.account_id AND a.kind <> 'network') ON e.posting_id = p.id
    LEFT JOIN fundings f ON f.posting_id = p.id
    LEFT JOIN audit_records r ON r.id = f.audit_record_id AND r.action = 'account.funded' AND r.subject_kind = 'account'
      AND r.subject_id = e.account_id AND r.details->>'postingId' = p.id
    ORDER BY p.id`;
}

/** Null: it was proven with a version of the server's key that is known no more. */
function isProven(entry: FundedEntry): boolean | null {
  const { postingId, environment, currency, accountId, amountMinor, auditRecordId, proof, isAudited } = entry;
  if (!isAudited || accountId === null || amountMinor === null || auditRecordId === null || proof === null)
    return false;
  return isProvenFunding({ postingId, auditRecordId, accountId, environment, currency, amountMinor }, proof);
}

/** Postings of these entries that fund an account without the server's having written it. */
export async function listUnproven({ after, to }: { readonly after: bigint; readonly to: bigint }): Promise<string[]> {
  const funded = await query<FundedEntry>(
    getPool(),
    selectFunded(sql`(SELECT DISTINCT p.* FROM entries e JOIN postings p ON p.id = e.posting_id AND p.kind = 'funding'
      WHERE e.id > ${after} AND e.id <= ${to})`),
  );
  return [...new Set(funded.filter((entry) => !isProven(entry)).map(({ postingId }) => postingId))];
}

export interface UnprovenFunding {
  readonly postingId: string;
  readonly amountMinor: bigint;
}

/**
 * Reads every funding. One whose key is known no more counts if it was proven when it was sealed, and one that was made
 * before there were proofs, if it was sealed as such.
 */
export async function findUnprovenFundings(
  chain: { readonly provenFrom: bigint; readonly toEntry: bigint; readonly unproven: ReadonlySet<string> },
  most: number,
): Promise<{ readonly fundings: number; readonly found: readonly UnprovenFunding[] }> {
  const found: UnprovenFunding[] = [];
  let [fundings, after] = [0, ""];
  for (;;) {
    const page = await query<FundedEntry>(
      getPool(),
      selectFunded(sql`(SELECT * FROM postings WHERE kind = 'funding' AND id > ${after} ORDER BY id LIMIT ${PAGE})`),
    );
    for (const entry of page) {
      const { postingId, entryId, amountMinor } = entry;
      const wasProven = entryId !== null && entryId <= chain.toEntry && !chain.unproven.has(postingId);
      const isOld = entryId !== null && entryId <= chain.provenFrom && entry.proof === null;
      if (isOld || (isProven(entry) ?? wasProven) || found.length >= most) continue;
      found.push({ postingId, amountMinor: amountMinor ?? 0n });
    }
    fundings += page.length;
    const last = page.at(-1)?.postingId;
    if (last === undefined) return { fundings, found };
    after = last;
  }
}
