import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { HOUR_MS } from "@/server/platform/clock";
import { formatPushBody, formatSender, formatSum } from "./format-push";
import type { News } from "./new-push-message";
import { notYetPushed, type Scope, selectPushDevices, type Told } from "./select-push-devices";

/** Newest per account; beyond that it is a flood, not news. */
const OF_ACCOUNT = 20;
/** In all; the next run takes the rest. */
const BATCH = 500;
/** A phone that was off longer shows them in the wallet. */
const TOLD_WITHIN_MS = 12 * HOUR_MS;

interface Movement extends Told {
  readonly subjectId: string;
  readonly paymentId: string;
  readonly hasMoreWallets: boolean;
  readonly amountMinor: bigint;
  readonly currency: string;
}

interface Payment extends Movement {
  readonly outcome: "approved" | "declined";
  readonly isCaptured: boolean;
  readonly paidWith: "card" | "code" | "agreement";
}

const WITH = { card: "With your card.", code: "With a payment code.", agreement: "By your agreement." } as const;

/** With several wallets, the link has to ask which. */
function pageOf({ paymentId, hasMoreWallets }: Movement): News["href"] {
  return hasMoreWallets ? `/wallet/r/${paymentId}` : `/wallet/activity/${paymentId}`;
}

function formatPayment({ outcome, isCaptured, amountMinor, currency, merchant }: Payment): string {
  const what = `${formatSum(amountMinor, currency)} at ${formatSender(merchant)}`;
  if (outcome === "declined") return `Declined: ${what}`;
  return isCaptured ? `Paid ${what}` : `Reserved ${what}`;
}

/** Leaves out increments, which belong to a payment already told, and what the member denied. */
export async function findPayments(now: Date, members: Scope): Promise<News[]> {
  const rows = await query<Payment>(
    getPool(),
    sql`WITH told AS (${selectPushDevices("payments", now, members)})
      SELECT d.device_id, d.member_id, d.environment, d.tenant, d.has_more_wallets, coalesce(x.merchant_name_raw, c.name) AS merchant,
        x.id AS subject_id, x.id AS payment_id, x.outcome, x.amount_minor, x.currency, x.captured_minor > 0 AS is_captured,
        CASE WHEN x.card_id IS NOT NULL THEN 'card' WHEN x.payment_code_id IS NOT NULL THEN 'code'
          ELSE 'agreement' END AS paid_with
      FROM told d JOIN accounts a ON a.member_id = d.member_id
      CROSS JOIN LATERAL (
        SELECT * FROM authorizations f WHERE f.account_id = a.id AND f.parent_id IS NULL AND f.created_at >= d.since
        ORDER BY f.created_at DESC LIMIT ${OF_ACCOUNT}
      ) x
      JOIN merchants c ON c.id = x.merchant_id
      WHERE ${notYetPushed(sql`'payment:' || x.id`)}
        AND NOT EXISTS (SELECT 1 FROM charge_requests q WHERE q.authorization_id = x.id AND q.status = 'denied')
      ORDER BY x.created_at, x.id LIMIT ${BATCH}`,
  );
  const expiresAt = new Date(now.getTime() + TOLD_WITHIN_MS);
  return rows.map((payment) => ({
    deviceId: payment.deviceId,
    memberId: payment.memberId,
    cause: `payment:${payment.subjectId}`,
    title: formatPayment(payment),
    body: formatPushBody(
      payment,
      payment.outcome === "declined" ? "The wallet says why, and what helps." : WITH[payment.paidWith],
    ),
    href: pageOf(payment),
    expiresAt,
  }));
}

/** Found by their entries in the books. */
export async function findRefunds(now: Date, members: Scope): Promise<News[]> {
  const rows = await query<Movement>(
    getPool(),
    sql`WITH told AS (${selectPushDevices("payments", now, members)})
      SELECT d.device_id, d.member_id, d.environment, d.tenant, d.has_more_wallets, coalesce(x.merchant_name_raw, c.name) AS merchant,
        p.id AS subject_id, x.root_id AS payment_id, e.amount_minor, e.currency
      FROM told d JOIN accounts a ON a.member_id = d.member_id
      CROSS JOIN LATERAL (
        SELECT posting_id, amount_minor, currency FROM entries
        WHERE account_id = a.id AND amount_minor > 0 ORDER BY id DESC LIMIT ${OF_ACCOUNT}
      ) e
      JOIN postings p ON p.id = e.posting_id AND p.kind = 'refund' AND p.created_at >= d.since
      JOIN authorizations x ON x.id = p.authorization_id
      JOIN merchants c ON c.id = x.merchant_id
      WHERE ${notYetPushed(sql`'refund:' || p.id`)}
      ORDER BY p.created_at, p.id LIMIT ${BATCH}`,
  );
  const expiresAt = new Date(now.getTime() + TOLD_WITHIN_MS);
  return rows.map((refund) => ({
    deviceId: refund.deviceId,
    memberId: refund.memberId,
    cause: `refund:${refund.subjectId}`,
    title: `${formatSender(refund.merchant)} refunded ${formatSum(refund.amountMinor, refund.currency)}`,
    body: formatPushBody(refund, "The money is back in your account."),
    href: pageOf(refund),
    expiresAt,
  }));
}
