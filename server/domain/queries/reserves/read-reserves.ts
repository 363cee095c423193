import { calendarDay, startOfDay } from "@/server/contracts/calendar-days";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { NetworkKeyCaller, OperatorCaller } from "@/server/domain/caller";
import { invalidField } from "@/server/domain/errors";
import { inStatementOrder } from "../bank/bank-statements";

/** Why the bank has more or less than is owed, in the order in which people look for it. Minor units; positive: the bank has more. */
interface ReserveDifferences {
  /** What the account had before its first statement. */
  readonly beforeStatements: bigint;
  /** Closing balances that the lines between them don't explain. */
  readonly gaps: bigint;
  readonly unassigned: bigint;
  /** Goes back to its sender, or has gone. */
  readonly sentBack: bigint;
  /** The bank's own fees and interest. */
  readonly other: bigint;
  /** Left the books for a payout, and not the bank. */
  readonly payoutsUnderWay: bigint;
  /** Lines of before this midnight that funded accounts after it. */
  readonly assignedLater: bigint;
  /** Fundings without a line: by hand, in the test environment or before there were statements. */
  readonly withoutLine: bigint;
  /** What none of these explains. A proof of the books finds the posting. */
  readonly unexplained: bigint;
}

/** One currency at a midnight, UTC. Minor units. */
export interface Reserves extends ReserveDifferences {
  readonly currency: string;
  readonly members: bigint;
  readonly merchants: bigint;
  readonly floats: bigint;
  readonly fees: bigint;
  readonly owed: bigint;
  /** By the newest statement of each bank account that ends before it and has a balance, and by the lines of later ones without. */
  readonly bank: bigint;
  /** The last day that those statements cover. Null: none does. */
  readonly statedUntil: Date | null;
}

type Sums = Omit<Reserves, "owed" | "gaps" | "unexplained"> & { readonly lines: bigint };

/**
 * What is owed to members, merchants, and tenants as a UTC day begins, and where it lies: owed + differences = bank, to the minor
 * unit. Throws `validation_error` for a day in the future.
 */
export async function readReserves(
  caller: OperatorCaller | NetworkKeyCaller,
  { asOf }: { readonly asOf: string | null },
): Promise<Reserves[]> {
  const { environment, now } = caller;
  const at = startOfDay(asOf ?? calendarDay(now, "UTC"), "UTC");
  if (at > now) throw invalidField("asOf", "is in the future");
  const isHere = sql`environment = ${environment}::environment`;
  const before = calendarDay(at, "UTC");
  const rows = await query<Sums>(
    getPool(),
    sql`WITH later AS (
        SELECT a.currency, a.kind, sum(e.amount_minor) AS minor
        FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
        WHERE p.${isHere} AND p.created_at >= ${at} GROUP BY 1, 2
      ),
      unfolded AS (SELECT account_id, sum(amount_minor) AS minor FROM entries WHERE is_folded = false GROUP BY 1),
      known AS (
        SELECT a.currency, a.kind, sum(a.posted_minor) + coalesce(sum(u.minor), 0) AS minor
        FROM accounts a LEFT JOIN unfolded u ON u.account_id = a.id
        WHERE a.${isHere} AND (a.kind <> 'member' OR a.posted_minor <> 0) GROUP BY 1, 2
      ),
      books AS (
        SELECT currency,
          coalesce(sum(minor) FILTER (WHERE kind = 'member'), 0) AS members,
          coalesce(sum(minor) FILTER (WHERE kind = 'merchant'), 0) AS merchants,
          coalesce(sum(minor) FILTER (WHERE kind = 'float'), 0) AS floats,
          coalesce(sum(minor) FILTER (WHERE kind = 'fees'), 0) AS fees
        FROM (SELECT * FROM known UNION ALL SELECT currency, kind, -minor FROM later) b GROUP BY 1
      ),
      moved AS (
        SELECT a.currency,
          coalesce(sum(e.amount_minor) FILTER (WHERE p.kind IN ('payout', 'payout_return')), 0) AS paid_out,
          coalesce(sum(e.amount_minor) FILTER (WHERE p.kind IN ('funding', 'funding_reversal') AND l.id IS NULL), 0) AS without_line
        FROM accounts a JOIN entries e ON e.account_id = a.id JOIN postings p ON p.id = e.posting_id
          LEFT JOIN bank_lines l ON l.posting_id = p.id
        WHERE a.kind = 'network' AND a.${isHere} AND p.created_at < ${at} GROUP BY 1
      ),
      lines AS (
        SELECT l.currency,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.booked_on < ${before}::date), 0) AS lines,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'unassigned' AND l.booked_on < ${before}::date), 0) AS unassigned,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'returned' AND l.booked_on < ${before}::date), 0) AS sent_back,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'other' AND l.booked_on < ${before}::date), 0) AS other,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'payout' AND l.booked_on < ${before}::date), 0) AS paid_out,
          coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'funded' AND l.booked_on < ${before}::date), 0)
            - coalesce(sum(l.amount_minor) FILTER (WHERE l.state = 'funded' AND p.created_at < ${at}), 0) AS assigned_later
        FROM bank_lines l LEFT JOIN postings p ON p.id = l.posting_id WHERE l.${isHere} GROUP BY 1
      ),
      here AS (SELECT * FROM bank_statements WHERE ${isHere} AND to_on < ${before}::date),
      stated AS (
        SELECT DISTINCT ON (s.bank_account_id) s.bank_account_id, s.closing_minor, s.to_on FROM here s
        WHERE s.closing_minor IS NOT NULL
        ORDER BY s.bank_account_id, s.to_on DESC, EXISTS (SELECT 1 FROM here n WHERE n.bank_account_id = s.bank_account_id
          AND n.id <> s.id AND n.to_on = s.to_on AND n.opening_minor = s.closing_minor), ${inStatementOrder("DESC")}
      ),
      opened AS (
        SELECT DISTINCT ON (s.bank_account_id) s.bank_account_id, s.opening_minor, s.from_on FROM here s
        WHERE s.opening_minor IS NOT NULL
        ORDER BY s.bank_account_id, s.from_on, EXISTS (SELECT 1 FROM here n WHERE n.bank_account_id = s.bank_account_id
          AND n.id <> s.id AND n.from_on = s.from_on AND n.closing_minor = s.opening_minor), ${inStatementOrder()}
      ),
      unstated AS (
        SELECT s.bank_account_id, coalesce(sum(l.amount_minor) FILTER (WHERE s.to_on < o.from_on), 0) AS before_minor,
          coalesce(sum(l.amount_minor) FILTER (WHERE s.to_on > coalesce(b.to_on, '-infinity')), 0) AS since_minor
        FROM here s JOIN bank_lines l ON l.statement_id = s.id LEFT JOIN opened o ON o.bank_account_id = s.bank_account_id
          LEFT JOIN stated b ON b.bank_account_id = s.bank_account_id
        WHERE s.closing_minor IS NULL GROUP BY 1
      ),
      bank AS (
        SELECT a.currency, sum(coalesce(s.closing_minor, 0) + coalesce(u.since_minor, 0)) AS bank,
          sum(o.opening_minor - coalesce(u.before_minor, 0)) AS before_statements, max(h.to_on) AS stated_until
        FROM (SELECT bank_account_id, max(to_on) AS to_on FROM here GROUP BY 1) h LEFT JOIN stated s USING (bank_account_id)
          LEFT JOIN opened o USING (bank_account_id) LEFT JOIN unstated u USING (bank_account_id)
          JOIN bank_accounts a ON a.id = h.bank_account_id GROUP BY 1
      )
      SELECT currency, coalesce(members, 0)::bigint AS members, coalesce(merchants, 0)::bigint AS merchants,
        coalesce(floats, 0)::bigint AS floats, coalesce(fees, 0)::bigint AS fees, coalesce(bank, 0)::bigint AS bank, stated_until,
        coalesce(before_statements, 0)::bigint AS before_statements, coalesce(lines, 0)::bigint AS lines,
        coalesce(unassigned, 0)::bigint AS unassigned, coalesce(sent_back, 0)::bigint AS sent_back, coalesce(other, 0)::bigint AS other,
        (coalesce(moved.paid_out, 0) + coalesce(lines.paid_out, 0))::bigint AS payouts_under_way,
        coalesce(assigned_later, 0)::bigint AS assigned_later, coalesce(without_line, 0)::bigint AS without_line
      FROM books FULL JOIN moved USING (currency) FULL JOIN lines USING (currency) FULL JOIN bank USING (currency)
      ORDER BY currency`,
  );
  return rows.map(explain);
}

function explain({ lines, ...sums }: Sums): Reserves {
  const owed = sums.members + sums.merchants + sums.floats + sums.fees;
  const gaps = sums.bank - sums.beforeStatements - lines;
  const named =
    sums.beforeStatements +
    gaps +
    sums.unassigned +
    sums.sentBack +
    sums.other +
    sums.payoutsUnderWay +
    sums.assignedLater +
    sums.withoutLine;
  return { ...sums, owed, gaps, unexplained: sums.bank - owed - named };
}
