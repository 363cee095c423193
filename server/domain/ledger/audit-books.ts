import { getPool } from "@/server/db/pool";

/** One invariant of ledger/README.md: a query that returns a row for every breach of it. */
interface Check {
  readonly name: string;
  readonly breaches: string;
}

const CHECKS: readonly Check[] = [
  {
    name: "every posting's entries sum to zero",
    breaches: `SELECT p.id AS record, coalesce(sum(e.amount_minor), 0) AS off_by_minor
      FROM postings p LEFT JOIN entries e ON e.posting_id = p.id
      GROUP BY p.id HAVING coalesce(sum(e.amount_minor), 1) <> 0 OR count(*) < 2`,
  },
  {
    name: "all entries of a currency and environment sum to zero",
    breaches: `SELECT p.environment || ' ' || e.currency AS record, sum(e.amount_minor) AS off_by_minor
      FROM entries e JOIN postings p ON p.id = e.posting_id
      GROUP BY p.environment, e.currency HAVING sum(e.amount_minor) <> 0`,
  },
  {
    name: "an entry has the currency and environment of its posting and its account",
    breaches: `SELECT e.id::text AS record, 0 AS off_by_minor
      FROM entries e JOIN postings p ON p.id = e.posting_id JOIN accounts a ON a.id = e.account_id
      WHERE e.currency <> p.currency OR e.currency <> a.currency OR p.environment <> a.environment`,
  },
  {
    name: "a member's posted balance equals its entries; a snapshot equals its folded entries",
    breaches: `SELECT a.id AS record, a.posted_minor - coalesce(sum(e.amount_minor), 0) AS off_by_minor
      FROM accounts a LEFT JOIN entries e ON e.account_id = a.id AND (e.is_folded OR a.kind = 'member')
      GROUP BY a.id HAVING a.posted_minor <> coalesce(sum(e.amount_minor), 0)`,
  },
  {
    name: "a member's held balance equals its open holds",
    breaches: `SELECT a.id AS record, a.held_minor - coalesce(h.held_minor, 0) AS off_by_minor
      FROM accounts a LEFT JOIN (
        SELECT account_id, sum(amount_minor - captured_minor - voided_minor - expired_minor) AS held_minor
        FROM authorizations WHERE outcome = 'approved' GROUP BY account_id
      ) h ON h.account_id = a.id
      WHERE a.held_minor <> coalesce(h.held_minor, 0)`,
  },
  {
    name: "no member has spent beyond posted money and credit limit",
    breaches: `SELECT id AS record, posted_minor - held_minor + credit_limit_minor AS off_by_minor
      FROM accounts WHERE kind = 'member' AND posted_minor - held_minor < -credit_limit_minor`,
  },
  {
    name: "a family's totals equal the figures of its members",
    breaches: `SELECT r.id AS record, r.family_amount_minor - sum(m.amount_minor) AS off_by_minor
      FROM authorizations r JOIN authorizations m ON m.root_id = r.id AND m.outcome = 'approved'
      WHERE r.parent_id IS NULL AND r.outcome = 'approved'
      GROUP BY r.id
      HAVING (r.family_amount_minor, r.family_captured_minor, r.family_voided_minor, r.family_refunded_minor,
          r.family_expired_minor)
        IS DISTINCT FROM (sum(m.amount_minor), sum(m.captured_minor), sum(m.voided_minor), sum(m.refunded_minor),
          sum(m.expired_minor))`,
  },
  {
    name: "what an authorization has captured equals its captures",
    breaches: `SELECT a.id AS record, a.captured_minor - coalesce(sum(c.amount_minor), 0) AS off_by_minor
      FROM authorizations a LEFT JOIN captures c ON c.authorization_id = a.id
      GROUP BY a.id
      HAVING (a.captured_minor, a.refunded_minor)
        IS DISTINCT FROM (coalesce(sum(c.amount_minor), 0), coalesce(sum(c.refunded_minor), 0))`,
  },
  {
    name: "what a capture has refunded equals its refunds",
    breaches: `SELECT c.id AS record, c.refunded_minor - coalesce(sum(r.amount_minor), 0) AS off_by_minor
      FROM captures c LEFT JOIN refunds r ON r.capture_id = c.id
      GROUP BY c.id HAVING c.refunded_minor <> coalesce(sum(r.amount_minor), 0)`,
  },
  {
    name: "what was reversed equals the reversals",
    breaches: `SELECT a.id AS record,
        a.family_voided_minor + a.family_refunded_minor - coalesce(sum(r.voided_minor + r.refunded_minor), 0)
          AS off_by_minor
      FROM authorizations a LEFT JOIN reversals r ON r.root_id = a.id
      WHERE a.parent_id IS NULL AND a.outcome = 'approved'
      GROUP BY a.id
      HAVING (a.family_voided_minor, a.family_refunded_minor)
        IS DISTINCT FROM (coalesce(sum(r.voided_minor), 0), coalesce(sum(r.refunded_minor), 0))`,
  },
  {
    name: "money posted for an authorization equals its captures and refunds",
    breaches: `WITH posted AS (
        SELECT p.authorization_id AS id,
          sum(e.amount_minor) FILTER (WHERE p.kind = 'capture') AS captured,
          sum(e.amount_minor) FILTER (WHERE p.kind = 'refund') AS refunded
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.authorization_id IS NOT NULL AND a.kind = 'merchant'
        GROUP BY p.authorization_id
      )
      SELECT a.id AS record,
        a.family_captured_minor - a.family_refunded_minor - coalesce(posted.captured, 0) - coalesce(posted.refunded, 0)
          AS off_by_minor
      FROM authorizations a LEFT JOIN posted ON posted.id = a.id
      WHERE a.parent_id IS NULL AND a.outcome = 'approved'
        AND (a.family_captured_minor, -a.family_refunded_minor)
          IS DISTINCT FROM (coalesce(posted.captured, 0), coalesce(posted.refunded, 0))`,
  },
];

const MAX_BREACHES = 20;
const TIMEOUT_MS = 600_000;

interface AuditResult {
  readonly name: string;
  /** At most 20 of each check. `offByMinor` is 0 where the breach is not about an amount. */
  readonly breaches: readonly { readonly record: string; readonly offByMinor: bigint }[];
}

/** Proves the books, reading one moment of the database while traffic goes on. Writes nothing. */
export async function auditBooks(): Promise<AuditResult[]> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
    const results: AuditResult[] = [];
    for (const check of CHECKS) {
      // Longer than a request may take: it reads the whole of the books.
      const slow = { text: `${check.breaches} LIMIT ${MAX_BREACHES}`, query_timeout: TIMEOUT_MS };
      const { rows } = await client.query<{ record: string; off_by_minor: string }>(slow);
      results.push({
        name: check.name,
        breaches: rows.map((row) => ({ record: row.record, offByMinor: BigInt(row.off_by_minor) })),
      });
    }
    return results;
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
    client.release();
  }
}
