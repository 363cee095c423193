import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import { type FundingFacts, isProvenFunding } from "../ledger";

interface FundedEntry {
  readonly postingId: string;
  readonly environment: FundingFacts["environment"];
  readonly currency: string;
  /** Null, as are the next two, if the posting moves nobody's money. */
  readonly entryId: bigint | null;
  readonly accountId: string | null;
  readonly amountMinor: bigint | null;
  /** Null, as is the next, if nothing was written with it. */
  readonly auditRecordId: string | null;
  readonly proof: string | null;
  readonly reversedPostingId: string | null;
  readonly floatAccountId: string | null;
  readonly isAudited: boolean;
}

const PAGE = 2_000;
const KINDS = ["funding", "funding_reversal", "payout_return"] as const;

/** The side that pays, or is paid back, is left out: it is the rest of the sum. A float there is part of the proof. */
function selectFunded(postings: Sql): Sql {
  return sql`SELECT p.id AS posting_id, p.environment, p.currency, e.id AS entry_id, e.account_id, e.amount_minor,
      f.audit_record_id, f.proof, f.reversed_posting_id, r.id IS NOT NULL AS is_audited,
      (SELECT min(o.account_id) FROM entries o JOIN accounts g ON g.id = o.account_id AND g.kind = 'float'
        WHERE o.posting_id = p.id AND (o.amount_minor > 0) <> (p.kind = 'funding')) AS float_account_id
    FROM ${postings} p
    LEFT JOIN (entries e JOIN accounts a ON a.id = e.account_id AND a.kind <> 'network') ON e.posting_id = p.id
      AND (a.kind <> 'float' OR (e.amount_minor > 0) = (p.kind = 'funding'))
    LEFT JOIN fundings f ON f.posting_id = p.id
    LEFT JOIN audit_records r ON r.id = f.audit_record_id AND r.subject_kind = 'account' AND r.subject_id = e.account_id
      AND r.action = ANY (CASE p.kind WHEN 'funding' THEN ARRAY['account.funded']
        WHEN 'payout_return' THEN ARRAY['payout.returned', 'payout.failed'] ELSE ARRAY['account.funding_reversed'] END)
      AND r.details->>'postingId' = p.id
    ORDER BY p.id`;
}

/** Null if the key version that proved it is no longer known. */
function isProven(entry: FundedEntry): boolean | null {
  const { accountId, amountMinor, auditRecordId, proof, isAudited } = entry;
  if (!isAudited || accountId === null || amountMinor === null || auditRecordId === null || proof === null)
    return false;
  return isProvenFunding({ ...entry, auditRecordId, accountId, amountMinor }, proof);
}

/** Funding postings of these entries that the server did not write. */
export async function listUnproven({ after, to }: { readonly after: bigint; readonly to: bigint }): Promise<string[]> {
  const funded = await query<FundedEntry>(
    getPool(),
    selectFunded(sql`(SELECT DISTINCT p.* FROM entries e JOIN postings p ON p.id = e.posting_id
        AND p.kind = ANY(${[...KINDS]}::posting_kind[])
      WHERE e.id > ${after} AND e.id <= ${to})`),
  );
  return [...new Set(funded.filter((entry) => !isProven(entry)).map(({ postingId }) => postingId))];
}

export interface UnprovenFunding {
  readonly postingId: string;
  readonly amountMinor: bigint;
}

interface Chain {
  readonly toEntry: bigint;
  readonly unproven: ReadonlySet<string>;
}

/** A funding with an unknown key counts if it was proven when sealed. */
export async function findUnprovenFundings(
  chain: Chain,
  most: number,
): Promise<{ readonly fundings: number; readonly found: readonly UnprovenFunding[] }> {
  const found: UnprovenFunding[] = [];
  let fundings = 0;
  for (const kind of KINDS) {
    for await (const entry of readFunded(kind)) {
      fundings += 1;
      if (found.length >= most || isAccountedFor(chain, entry)) continue;
      found.push({ postingId: entry.postingId, amountMinor: entry.amountMinor ?? 0n });
    }
  }
  return { fundings, found };
}

function isAccountedFor({ toEntry, unproven }: Chain, entry: FundedEntry): boolean {
  const { postingId, entryId } = entry;
  const wasProven = entryId !== null && entryId <= toEntry && !unproven.has(postingId);
  return isProven(entry) ?? wasProven;
}

async function* readFunded(kind: (typeof KINDS)[number]): AsyncGenerator<FundedEntry> {
  // A literal, so that the planner can use the index of this kind.
  const ofKind = raw(`kind = '${kind}'`);
  let after: string | undefined = "";
  while (after !== undefined) {
    const page: FundedEntry[] = await query<FundedEntry>(
      getPool(),
      selectFunded(sql`(SELECT * FROM postings WHERE ${ofKind} AND id > ${after} ORDER BY id LIMIT ${PAGE})`),
    );
    yield* page;
    after = page.at(-1)?.postingId;
  }
}
