export const CHECKED_TABLES = [
  "accounts",
  "postings",
  "entries",
  "authorizations",
  "captures",
  "refunds",
  "reversals",
  "settlement_batches",
  "open_batches",
  "merchant_prices",
  "fundings",
  "payouts",
  "bank_lines",
] as const;

export type CheckedTable = (typeof CHECKED_TABLES)[number];

/** One invariant of ledger/README.md: a query that returns a row for every breach of it. */
interface Check {
  readonly name: string;
  readonly about: "posting" | "entry" | "account" | "authorization" | "capture" | "batch" | "line" | "currency";
  readonly looksAt: readonly CheckedTable[];
  readonly breaches: string;
}

/** A line that no batch has paid; an open batch has only collected its lines. */
const UNPAID = "(batch_id IS NULL OR batch_id IN (SELECT id FROM open_batches))";

/**
 * CTEs `priced` and `batches`: the price that stood at each capture, if one did, and how each batch charges. Line rule 1 charged a
 * capture by a price that was set after it on the same day.
 */
const pricedFrom = (beginning: string) => `begun AS (
        SELECT DISTINCT ON (merchant_id, currency, begins_at) * FROM (SELECT *, ${beginning} AS begins_at FROM merchant_prices) p
        ORDER BY merchant_id, currency, begins_at, created_at DESC, id DESC
      ), spans AS (
        SELECT *, lead(begins_at) OVER (PARTITION BY merchant_id, currency ORDER BY begins_at) AS ends_at FROM begun
      ), priced AS (
        SELECT c.id, s.rate_bps, s.fixed_minor
        FROM captures c LEFT JOIN spans s ON s.merchant_id = c.merchant_id AND s.currency = c.currency
          AND c.created_at >= s.begins_at AND (c.created_at < s.ends_at OR s.ends_at IS NULL)
      ), batches AS (
        SELECT id, is_fee_returned, line_rule FROM settlement_batches
        UNION ALL SELECT id, is_fee_returned, line_rule FROM open_batches
      )`;

const DAY_BEGINS = "(effective_on::timestamp AT TIME ZONE 'UTC')";

export const CHECKS: readonly Check[] = [
  {
    name: "every posting’s entries sum to zero",
    about: "posting",
    looksAt: ["postings", "entries"],
    breaches: `SELECT p.id AS record, coalesce(sum(e.amount_minor), 0) AS off_by_minor
      FROM postings p LEFT JOIN entries e ON e.posting_id = p.id
      GROUP BY p.id HAVING coalesce(sum(e.amount_minor), 1) <> 0 OR count(*) < 2`,
  },
  {
    name: "all entries of a currency and environment sum to zero",
    about: "currency",
    looksAt: ["postings", "entries"],
    breaches: `SELECT p.environment || ' ' || e.currency AS record, sum(e.amount_minor) AS off_by_minor
      FROM entries e JOIN postings p ON p.id = e.posting_id
      GROUP BY p.environment, e.currency HAVING sum(e.amount_minor) <> 0`,
  },
  {
    name: "an entry has the currency and environment of its posting and its account",
    about: "entry",
    looksAt: ["entries", "postings", "accounts"],
    breaches: `SELECT e.id::text AS record, 0 AS off_by_minor
      FROM entries e JOIN postings p ON p.id = e.posting_id JOIN accounts a ON a.id = e.account_id
      WHERE e.currency <> p.currency OR e.currency <> a.currency OR p.environment <> a.environment`,
  },
  {
    name: "a member’s or float’s posted balance equals its entries; a snapshot equals its folded entries",
    about: "account",
    looksAt: ["accounts", "entries"],
    breaches: `SELECT a.id AS record, a.posted_minor - coalesce(sum(e.amount_minor), 0) AS off_by_minor
      FROM accounts a LEFT JOIN entries e ON e.account_id = a.id AND (e.is_folded OR a.kind IN ('member', 'float'))
      GROUP BY a.id HAVING a.posted_minor <> coalesce(sum(e.amount_minor), 0)`,
  },
  {
    name: "what came from the bank or went back to it is a funding, a payout, or the return of one",
    about: "posting",
    looksAt: ["postings", "entries", "accounts"],
    breaches: `SELECT p.id AS record, e.amount_minor AS off_by_minor
      FROM accounts a JOIN entries e ON e.account_id = a.id JOIN postings p ON p.id = e.posting_id
      WHERE a.kind = 'network' AND (p.kind NOT IN ('funding', 'funding_reversal', 'payout', 'payout_return')
        OR (p.kind IN ('funding', 'payout_return')) <> (e.amount_minor < 0))`,
  },
  {
    name: "a bank line that funded an account did so with its amount",
    about: "posting",
    looksAt: ["bank_lines", "entries"],
    breaches: `SELECT l.posting_id AS record, l.amount_minor - coalesce(e.amount_minor, 0) AS off_by_minor
      FROM bank_lines l LEFT JOIN entries e ON e.posting_id = l.posting_id AND e.account_id = l.account_id
      WHERE l.posting_id IS NOT NULL AND l.amount_minor IS DISTINCT FROM e.amount_minor`,
  },
  {
    name: "a member’s held balance equals its open holds",
    about: "account",
    looksAt: ["accounts", "authorizations"],
    breaches: `SELECT a.id AS record, a.held_minor - coalesce(h.held_minor, 0) AS off_by_minor
      FROM accounts a LEFT JOIN (
        SELECT account_id, sum(amount_minor - captured_minor - voided_minor - expired_minor) AS held_minor
        FROM authorizations WHERE outcome = 'approved' GROUP BY account_id
      ) h ON h.account_id = a.id
      WHERE a.held_minor <> coalesce(h.held_minor, 0)`,
  },
  {
    name: "no member or float has spent beyond posted money and credit limit",
    about: "account",
    looksAt: ["accounts"],
    breaches: `SELECT id AS record, posted_minor - held_minor + credit_limit_minor AS off_by_minor
      FROM accounts WHERE kind IN ('member', 'float') AND posted_minor - held_minor < -credit_limit_minor`,
  },
  {
    name: "a family’s totals equal the figures of its members",
    about: "authorization",
    looksAt: ["authorizations"],
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
    about: "authorization",
    looksAt: ["authorizations", "captures"],
    breaches: `SELECT a.id AS record, a.captured_minor - coalesce(sum(c.amount_minor), 0) AS off_by_minor
      FROM authorizations a LEFT JOIN captures c ON c.authorization_id = a.id
      GROUP BY a.id
      HAVING (a.captured_minor, a.refunded_minor)
        IS DISTINCT FROM (coalesce(sum(c.amount_minor), 0), coalesce(sum(c.refunded_minor), 0))`,
  },
  {
    name: "what a capture has refunded equals its refunds",
    about: "capture",
    looksAt: ["captures", "refunds"],
    breaches: `SELECT c.id AS record, c.refunded_minor - coalesce(sum(r.amount_minor), 0) AS off_by_minor
      FROM captures c LEFT JOIN refunds r ON r.capture_id = c.id
      GROUP BY c.id HAVING c.refunded_minor <> coalesce(sum(r.amount_minor), 0)`,
  },
  {
    name: "what was reversed equals the reversals",
    about: "authorization",
    looksAt: ["authorizations", "reversals"],
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
    about: "authorization",
    looksAt: ["authorizations", "postings", "entries"],
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
  {
    name: "a posting moves money the way its kind does, for the payment it names",
    about: "posting",
    looksAt: ["postings", "entries", "accounts"],
    breaches: `SELECT DISTINCT p.id AS record, 0 AS off_by_minor
      FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
      WHERE (p.kind IN ('capture', 'refund')) <> (p.authorization_id IS NOT NULL)
        OR (p.kind, a.kind, e.amount_minor > 0) NOT IN (('funding', 'network', false), ('funding', 'member', true),
          ('funding', 'float', true), ('funding', 'float', false), ('funding_reversal', 'float', true),
          ('funding_reversal', 'float', false),
          ('capture', 'member', false), ('capture', 'merchant', true), ('refund', 'merchant', false),
          ('refund', 'member', true), ('payout', 'merchant', false), ('payout', 'network', true),
          ('fee', 'merchant', false), ('fee', 'fees', true), ('fee', 'fees', false), ('fee', 'merchant', true),
          ('funding_reversal', 'member', false), ('funding_reversal', 'network', true),
          ('payout', 'member', false), ('payout_return', 'network', false), ('payout_return', 'merchant', true),
          ('payout_return', 'member', true), ('payout_fee', 'member', false), ('payout_fee', 'fees', false),
          ('payout_fee', 'fees', true))`,
  },
  {
    name: "a payout, its return, and its fee moved what it says, once, from the account it is of",
    about: "posting",
    looksAt: ["payouts", "postings", "entries", "accounts"],
    breaches: `WITH said AS (
        SELECT o.*, coalesce(o.account_id, a.id) AS own_account_id FROM payouts o LEFT JOIN accounts a
          ON a.merchant_id = o.merchant_id AND a.currency = o.currency AND a.kind = 'merchant'
      ), due AS (
        SELECT id, 'payout'::posting_kind AS kind, environment, currency, own_account_id, -amount_minor AS due_minor FROM said
        UNION ALL SELECT return_posting_id, 'payout_return', environment, currency, own_account_id, amount_minor FROM said
          WHERE return_posting_id IS NOT NULL
        UNION ALL SELECT f.fee_posting_id, 'payout_fee', f.environment, f.currency, a.id, f.fee_minor FROM said f
          LEFT JOIN accounts a ON a.kind = 'fees' AND a.tenant_id IS NULL AND a.currency = f.currency
            AND a.environment = f.environment
          WHERE f.fee_posting_id IS NOT NULL
      ), moved AS (
        SELECT p.id, p.kind, p.environment, p.currency, e.account_id, e.amount_minor
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.kind IN ('payout', 'payout_return') AND a.kind <> 'network'
          OR p.kind = 'payout_fee' AND a.kind = 'fees' AND a.tenant_id IS NULL
      )
      SELECT coalesce(due.id, moved.id) AS record, coalesce(moved.amount_minor, 0) - coalesce(due.due_minor, 0) AS off_by_minor
      FROM due FULL JOIN moved ON moved.id = due.id
      WHERE (due.kind, due.environment, due.currency, due.own_account_id, due.due_minor)
        IS DISTINCT FROM (moved.kind, moved.environment, moved.currency, moved.account_id, moved.amount_minor)`,
  },
  {
    name: "a reversal takes back once what its funding gave, from the same account",
    about: "posting",
    looksAt: ["fundings", "postings", "entries", "accounts"],
    breaches: `WITH moved AS (
        SELECT p.id, p.kind, p.environment, e.currency, e.account_id, sum(e.amount_minor) AS sum_minor
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.kind IN ('funding', 'funding_reversal') AND a.kind IN ('member', 'float')
          AND (p.kind = 'funding') = (e.amount_minor > 0)
        GROUP BY p.id, e.currency, e.account_id
      ), reversals AS (
        SELECT coalesce(p.id, f.posting_id) AS id, f.reversed_posting_id,
          count(*) OVER (PARTITION BY f.reversed_posting_id) AS times
        FROM (SELECT posting_id, reversed_posting_id FROM fundings WHERE reversed_posting_id IS NOT NULL) f
        FULL JOIN (SELECT id FROM postings WHERE kind = 'funding_reversal') p ON p.id = f.posting_id
      )
      SELECT r.id AS record, coalesce(t.sum_minor, 0) + coalesce(g.sum_minor, 0) AS off_by_minor
      FROM reversals r
      LEFT JOIN moved t ON t.id = r.id AND t.kind = 'funding_reversal'
      LEFT JOIN moved g ON g.id = r.reversed_posting_id AND g.kind = 'funding'
        AND (g.account_id, g.currency, g.environment) = (t.account_id, t.currency, t.environment)
      WHERE t.id IS NULL OR g.id IS NULL OR t.sum_minor + g.sum_minor <> 0 OR r.times > 1`,
  },
  {
    name: "a settlement statement adds up to its lines",
    about: "batch",
    looksAt: ["settlement_batches", "captures", "refunds"],
    breaches: `SELECT b.id AS record,
        b.captured_minor - b.refunded_minor - b.fee_minor - coalesce(c.sum_minor - c.fee_minor, 0)
          + coalesce(r.sum_minor - r.fee_minor, 0) AS off_by_minor
      FROM settlement_batches b
      LEFT JOIN (SELECT batch_id, count(*) AS parts, count(DISTINCT transaction_id) AS lines, sum(amount_minor) AS sum_minor,
          sum(fee_minor) AS fee_minor
        FROM captures GROUP BY batch_id) c
        ON c.batch_id = b.id
      LEFT JOIN (SELECT batch_id, count(*) AS parts, count(DISTINCT reversal_id) AS lines, sum(amount_minor) AS sum_minor,
          sum(fee_minor) AS fee_minor
        FROM refunds GROUP BY batch_id) r
        ON r.batch_id = b.id
      WHERE (b.capture_count, b.captured_minor, b.refund_count, b.refunded_minor, b.fee_minor) IS DISTINCT FROM
        (coalesce(CASE b.line_rule WHEN 1 THEN c.parts ELSE c.lines END, 0), coalesce(c.sum_minor, 0),
          coalesce(CASE b.line_rule WHEN 1 THEN r.parts ELSE r.lines END, 0), coalesce(r.sum_minor, 0),
          coalesce(c.fee_minor, 0) - coalesce(r.fee_minor, 0))
        OR b.captured_minor - b.refunded_minor - b.fee_minor + b.carried_in_minor <> b.payout_minor + b.carried_out_minor`,
  },
  {
    name: "what has not settled has no fee, and what an older version settled has that of its day",
    about: "line",
    looksAt: ["captures", "refunds", "merchant_prices", "settlement_batches", "open_batches"],
    breaches: `WITH ${pricedFrom(DAY_BEGINS)}, due AS (
        SELECT c.id, c.fee_minor, CASE WHEN c.batch_id IS NULL OR p.rate_bps IS NULL THEN 0 ELSE
          least(c.amount_minor, floor((c.amount_minor::numeric * p.rate_bps) / 10000 + 0.5)
            + CASE c.transaction_id WHEN c.id THEN p.fixed_minor ELSE 0 END) END AS due_minor
        FROM captures c JOIN priced p ON p.id = c.id LEFT JOIN batches b ON b.id = c.batch_id
        WHERE b.line_rule = 1 OR b.id IS NULL
        UNION ALL
        SELECT r.id, r.fee_minor, CASE WHEN b.is_fee_returned
          THEN div(c.fee_minor::numeric * r.amount_minor, c.amount_minor) ELSE 0 END
        FROM refunds r JOIN captures c ON c.id = r.capture_id LEFT JOIN batches b ON b.id = r.batch_id
        WHERE b.line_rule = 1 OR b.id IS NULL
      )
      SELECT id AS record, fee_minor - due_minor AS off_by_minor FROM due WHERE fee_minor <> due_minor`,
  },
  {
    name: "what a payment is charged is what its prices give for all of it, however it was split",
    about: "authorization",
    looksAt: ["captures", "refunds", "merchant_prices", "settlement_batches", "open_batches"],
    breaches: `WITH ${pricedFrom(`greatest(${DAY_BEGINS}, created_at)`)}, settled AS (
        SELECT c.root_id, b.line_rule, c.fee_minor, c.amount_minor, c.amount_minor::numeric * coalesce(p.rate_bps, 0) / 10000 AS share,
          0::bigint AS returned_minor
        FROM captures c JOIN priced p ON p.id = c.id JOIN batches b ON b.id = c.batch_id
        UNION ALL
        SELECT c.root_id, b.line_rule, -r.fee_minor, 0, 0, CASE WHEN b.is_fee_returned THEN r.amount_minor ELSE 0 END
        FROM refunds r JOIN captures c ON c.id = r.capture_id JOIN batches b ON b.id = r.batch_id
      ), firsts AS (
        SELECT DISTINCT ON (c.root_id) c.root_id, coalesce(p.fixed_minor, 0) AS fixed_minor
        FROM captures c JOIN priced p ON p.id = c.id ORDER BY c.root_id, c.family_sequence
      ), states AS (
        SELECT s.root_id, upto.line_rule, sum(s.amount_minor) AS captured, sum(s.share) AS share, sum(s.returned_minor) AS returned,
          sum(s.fee_minor) FILTER (WHERE s.line_rule = 2) AS charged
        FROM settled s JOIN (VALUES (1), (2)) AS upto(line_rule) ON s.line_rule <= upto.line_rule GROUP BY s.root_id, upto.line_rule
      ), costs AS (
        SELECT root_id, line_rule, charged, 
          div(least(captured, round(share) + fixed_minor) * (captured - returned) + captured - 1, captured) AS cost
        FROM states JOIN firsts USING (root_id) WHERE captured > 0
      ), payments AS (
        SELECT n.root_id, n.charged - (n.cost - coalesce(o.cost, 0)) AS off_by_minor
        FROM costs n LEFT JOIN costs o ON o.root_id = n.root_id AND o.line_rule = 1
        WHERE n.line_rule = 2 AND n.charged IS NOT NULL
      )
      SELECT root_id AS record, off_by_minor FROM payments WHERE off_by_minor <> 0`,
  },
  {
    name: "a line settles in a batch of its own merchant and currency",
    about: "line",
    looksAt: ["settlement_batches", "open_batches", "captures", "refunds"],
    breaches: `SELECT l.id AS record, 0 AS off_by_minor FROM (
        SELECT id, batch_id, merchant_id, currency FROM captures WHERE batch_id IS NOT NULL
        UNION ALL SELECT id, batch_id, merchant_id, currency FROM refunds WHERE batch_id IS NOT NULL
      ) l LEFT JOIN (
        SELECT id, merchant_id, currency FROM settlement_batches
        UNION ALL SELECT id, merchant_id, currency FROM open_batches
      ) b ON b.id = l.batch_id
      WHERE (b.merchant_id, b.currency) IS DISTINCT FROM (l.merchant_id, l.currency)`,
  },
  {
    name: "a batch carries in what the one before it carried out, and the payouts that it pays again",
    about: "batch",
    looksAt: ["settlement_batches", "payouts"],
    breaches: `SELECT b.id AS record, b.carried_in_minor - coalesce(p.carried_out_minor, 0) - coalesce(r.sum_minor, 0) AS off_by_minor
      FROM settlement_batches b LEFT JOIN settlement_batches p ON p.id = b.previous_batch_id
      LEFT JOIN (SELECT repaid_batch_id, merchant_id, currency, sum(amount_minor) AS sum_minor FROM payouts
        WHERE repaid_batch_id IS NOT NULL GROUP BY repaid_batch_id, merchant_id, currency) r
        ON r.repaid_batch_id = b.id
      WHERE b.carried_in_minor <> coalesce(p.carried_out_minor, 0) + coalesce(r.sum_minor, 0)
        OR (r.merchant_id, r.currency) <> (b.merchant_id, b.currency)
        OR (p.merchant_id, p.currency) <> (b.merchant_id, b.currency)
        OR (b.previous_batch_id IS NULL AND EXISTS (SELECT 1 FROM settlement_batches o
          WHERE o.merchant_id = b.merchant_id AND o.currency = b.currency AND o.id <> b.id
            AND o.previous_batch_id IS NULL))`,
  },
  {
    name: "what is paid out is what the statements say",
    about: "batch",
    looksAt: ["settlement_batches", "postings", "entries"],
    breaches: `SELECT coalesce(b.id, p.id) AS record, coalesce(b.payout_minor, 0) + coalesce(p.moved_minor, 0) AS off_by_minor
      FROM settlement_batches b FULL JOIN (
        SELECT p.id, sum(e.amount_minor) FILTER (WHERE a.kind = 'merchant') AS moved_minor
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.kind = 'payout' GROUP BY p.id
      ) p ON p.id = b.payout_posting_id
      WHERE coalesce(b.payout_minor, 0) <> -coalesce(p.moved_minor, 0)`,
  },
  {
    name: "what is charged is what the statements say",
    about: "batch",
    looksAt: ["settlement_batches", "postings", "entries"],
    breaches: `SELECT coalesce(b.id, p.id) AS record, coalesce(b.fee_minor, 0) + coalesce(p.moved_minor, 0) AS off_by_minor
      FROM settlement_batches b FULL JOIN (
        SELECT p.id, sum(e.amount_minor) FILTER (WHERE a.kind = 'merchant') AS moved_minor
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.kind = 'fee' GROUP BY p.id
      ) p ON p.id = b.fee_posting_id
      WHERE coalesce(b.fee_minor, 0) <> -coalesce(p.moved_minor, 0)`,
  },
  {
    name: "a tenant’s fees are what its merchants were charged",
    about: "account",
    looksAt: ["accounts", "entries", "postings", "settlement_batches"],
    breaches: `SELECT coalesce(a.id, b.tenant_id) AS record, coalesce(a.sum_minor, 0) - coalesce(b.sum_minor, 0) AS off_by_minor
      FROM (
        SELECT a.id, a.tenant_id, a.environment, a.currency, sum(e.amount_minor) AS sum_minor
        FROM accounts a JOIN entries e ON e.account_id = a.id JOIN postings p ON p.id = e.posting_id AND p.kind = 'fee'
        WHERE a.kind = 'fees' GROUP BY a.id
      ) a FULL JOIN (
        SELECT tenant_id, environment, currency, sum(fee_minor) AS sum_minor FROM settlement_batches
        GROUP BY tenant_id, environment, currency
      ) b ON b.tenant_id = a.tenant_id AND b.environment = a.environment AND b.currency = a.currency
      WHERE coalesce(a.sum_minor, 0) <> coalesce(b.sum_minor, 0)`,
  },
  {
    name: "a merchant’s balance is what has not been paid out",
    about: "account",
    looksAt: ["accounts", "entries", "captures", "refunds", "settlement_batches", "open_batches", "payouts"],
    breaches: `SELECT a.id AS record,
        coalesce(e.sum_minor, 0) - coalesce(c.sum_minor, 0) + coalesce(r.sum_minor, 0) - coalesce(d.carried_minor, 0)
          - coalesce(o.sum_minor, 0) AS off_by_minor
      FROM accounts a
      LEFT JOIN (SELECT account_id, sum(amount_minor) AS sum_minor FROM entries GROUP BY account_id) e
        ON e.account_id = a.id
      LEFT JOIN (SELECT merchant_id, currency, sum(amount_minor) AS sum_minor FROM captures WHERE ${UNPAID}
        GROUP BY merchant_id, currency) c ON c.merchant_id = a.merchant_id AND c.currency = a.currency
      LEFT JOIN (SELECT merchant_id, currency, sum(amount_minor) AS sum_minor FROM refunds WHERE ${UNPAID}
        GROUP BY merchant_id, currency) r ON r.merchant_id = a.merchant_id AND r.currency = a.currency
      LEFT JOIN (SELECT merchant_id, currency, sum(carried_out_minor - carried_in_minor) AS carried_minor
        FROM settlement_batches GROUP BY merchant_id, currency) d
        ON d.merchant_id = a.merchant_id AND d.currency = a.currency
      LEFT JOIN (SELECT merchant_id, currency, sum(amount_minor) AS sum_minor FROM payouts
        WHERE return_posting_id IS NOT NULL AND merchant_id IS NOT NULL GROUP BY merchant_id, currency) o
        ON o.merchant_id = a.merchant_id AND o.currency = a.currency
      WHERE a.kind = 'merchant' AND coalesce(e.sum_minor, 0) <> coalesce(c.sum_minor, 0) - coalesce(r.sum_minor, 0)
        + coalesce(d.carried_minor, 0) + coalesce(o.sum_minor, 0)`,
  },
  {
    name: "nothing older than a day is left out of a merchant’s settlement",
    about: "line",
    looksAt: ["captures", "refunds", "settlement_batches"],
    breaches: `SELECT l.id AS record, l.amount_minor AS off_by_minor FROM (
        SELECT id, merchant_id, currency, created_at, amount_minor FROM captures WHERE batch_id IS NULL
        UNION ALL SELECT id, merchant_id, currency, created_at, -amount_minor FROM refunds WHERE batch_id IS NULL
      ) l JOIN (SELECT merchant_id, currency, max(cutoff_at) AS cutoff_at FROM settlement_batches
        GROUP BY merchant_id, currency) b ON b.merchant_id = l.merchant_id AND b.currency = l.currency
      WHERE l.created_at < b.cutoff_at - interval '1 day'`,
  },
  {
    name: "an authorization that reads as settled has nothing unsettled",
    about: "authorization",
    looksAt: ["authorizations", "captures"],
    breaches: `SELECT a.id AS record, 0 AS off_by_minor FROM authorizations a
      WHERE a.settled_at IS NOT NULL AND (a.captured_minor = 0 AND a.family_captured_minor = 0
        OR EXISTS (SELECT 1 FROM captures c WHERE c.root_id = a.root_id AND c.batch_id IS NULL
          AND (c.authorization_id = a.id OR a.parent_id IS NULL)))`,
  },
];
