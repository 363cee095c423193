import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { join, type Sql, sql } from "@/server/db/sql";
import { HOLD_LEFT_MINOR } from "@/server/domain/authorizations";
import type { MemberCaller } from "@/server/domain/caller";
import type { MerchantId } from "@/server/platform/noun-ids";
import { type Month, monthsBack } from "./months";

interface MerchantSpending {
  readonly merchantId: MerchantId;
  readonly merchant: string;
  readonly spentMinor: bigint;
  readonly payments: number;
}

/** Amounts of different currencies are never added up. */
export interface CurrencySpending {
  readonly currency: string;
  readonly spentMinor: bigint;
  /** Still held of the month's requests; not part of the other figures. */
  readonly heldMinor: bigint;
  readonly payments: number;
  /** At most 20, the highest amounts first. */
  readonly merchants: readonly MerchantSpending[];
}

export interface MonthSpending {
  readonly month: Month;
  /** Most payments first. */
  readonly currencies: readonly CurrencySpending[];
  /** There were more payments than are read; the newest are included. */
  readonly isPartial: boolean;
}

export interface SpendingInput {
  readonly zone: string;
  readonly last: string | null;
  readonly count: number;
}

/** Payments read per account and month. */
const LOOK_AT = 5_000;
const MERCHANTS = 20;

interface Row extends MerchantSpending {
  readonly month: string;
  readonly currency: string | null;
  readonly totalSpentMinor: bigint;
  readonly totalHeldMinor: bigint;
  readonly totalPayments: number;
  readonly isPartial: boolean;
}

/**
 * Spending of the member's accounts, by month, currency, and merchant. A payment counts in the month it was requested, with its
 * captures, increments included, less its refunds of whatever month: a refunded purchase was never spent. Held amounts are
 * separate; voided, expired, and declined ones are left out. Merchants are named as in activity. Each account is read by its
 * own index, at most 5,000 payments a month.
 */
export async function getSpending(caller: MemberCaller, input: SpendingInput): Promise<MonthSpending[]> {
  const months = monthsBack(input.count, { ...input, now: caller.now });
  const rows = await query<Row>(getPool(), selectSpending(caller, months));
  return months.map((month) => {
    const own = rows.filter((row) => row.month === month.name);
    const currencies = [...new Set(own.flatMap(({ currency }) => (currency === null ? [] : [currency])))];
    const sums = currencies.flatMap((currency) =>
      toCurrency(
        currency,
        own.filter((row) => row.currency === currency),
      ),
    );
    return {
      month,
      currencies: sums.sort((a, b) => b.payments - a.payments || (a.currency < b.currency ? -1 : 1)),
      isPartial: own.some(({ isPartial }) => isPartial),
    };
  });
}

function toCurrency(currency: string, rows: readonly Row[]): CurrencySpending[] {
  const [first] = rows;
  if (!first) return [];
  const { totalSpentMinor: spentMinor, totalHeldMinor: heldMinor, totalPayments: payments } = first;
  const merchants = rows
    .filter((row) => row.spentMinor > 0n)
    .map(({ merchantId, merchant, spentMinor, payments }) => ({ merchantId, merchant, spentMinor, payments }));
  return [{ currency, spentMinor, heldMinor, payments, merchants }];
}

function selectSpending({ memberId, now }: MemberCaller, months: readonly Month[]): Sql {
  const values = join(
    months.map(({ name, from, until }) => sql`(${name}, ${from}::timestamptz, ${until}::timestamptz)`),
  );
  return sql`WITH months (name, from_at, until_at) AS (VALUES ${values}), looked_at AS (
      SELECT s.name AS month, p.* FROM months s
      JOIN accounts a ON a.member_id = ${memberId}
      CROSS JOIN LATERAL (
        SELECT currency, merchant_id, merchant_name_raw, outcome, expires_at, family_amount_minor, family_captured_minor,
          family_voided_minor, family_refunded_minor, family_expired_minor,
          row_number() OVER (ORDER BY created_at DESC, id DESC) AS number
        FROM authorizations
        WHERE account_id = a.id AND parent_id IS NULL AND created_at >= s.from_at AND created_at < s.until_at
        ORDER BY created_at DESC, id DESC LIMIT ${LOOK_AT + 1}
      ) p
    ), by_merchant AS (
      SELECT p.month, p.currency, p.merchant_id, coalesce(p.merchant_name_raw, m.name) AS merchant,
        sum(p.family_captured_minor - p.family_refunded_minor)::bigint AS spent_minor,
        sum(CASE WHEN p.expires_at > ${now} THEN ${HOLD_LEFT_MINOR} ELSE 0 END)::bigint AS held_minor,
        count(*) FILTER (WHERE p.family_captured_minor > p.family_refunded_minor)::int AS payments
      FROM looked_at p JOIN merchants m ON m.id = p.merchant_id
      WHERE p.outcome = 'approved' AND p.number <= ${LOOK_AT}
      GROUP BY 1, 2, 3, 4
    ), ranked AS (
      SELECT b.*, sum(spent_minor) OVER t AS total_spent, sum(held_minor) OVER t AS total_held,
        sum(payments) OVER t AS total_payments,
        row_number() OVER (PARTITION BY month, currency ORDER BY spent_minor DESC, merchant, merchant_id) AS place
      FROM by_merchant b WINDOW t AS (PARTITION BY month, currency)
    )
    SELECT s.name AS month, r.currency, r.merchant_id, r.merchant, r.spent_minor, r.payments,
      r.total_spent::bigint AS total_spent_minor, r.total_held::bigint AS total_held_minor, r.total_payments::int,
      s.name IN (SELECT l.month FROM looked_at l WHERE l.number > ${LOOK_AT}) AS is_partial
    FROM months s
    LEFT JOIN ranked r ON r.month = s.name AND r.place <= ${MERCHANTS} AND (r.total_spent > 0 OR r.total_held > 0)
    ORDER BY s.name, r.currency, r.place`;
}
