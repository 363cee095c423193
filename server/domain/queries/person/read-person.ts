import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { decryptText } from "@/server/platform/crypto";
import type { MemberId } from "@/server/platform/noun-ids";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

interface Section {
  readonly name: string;
  readonly select: (after: string) => Sql;
  /** Shows what is stored encrypted. */
  readonly open?: (row: Row) => Row;
}

export interface PersonRows {
  readonly name: string;
  readonly rows: readonly Row[];
}

const AT_ONCE = 500;

const asStored = (row: Row): Row => row;

/** Everything but secrets and their hashes, page by page, however much there is. */
export async function* readPerson(person: {
  readonly userId: string | null;
  readonly email: string | null;
  readonly memberIds: readonly MemberId[];
}): AsyncGenerator<PersonRows> {
  const { userId, email, memberIds } = person;
  const sections = [...loginSections(userId, email), ...memberSections([...memberIds])];
  for (const { name, select, open = asStored } of sections) {
    for (let after = ""; ; ) {
      const rows = await query<Row>(getPool(), sql`${select(after)} LIMIT ${AT_ONCE}`);
      yield { name, rows: rows.map(open) };
      const last = rows.at(-1);
      if (!last || rows.length < AT_ONCE) break;
      after = last.id;
    }
  }
}

function loginSections(userId: string | null, email: string | null): Section[] {
  return [
    {
      name: "login",
      select: (
        after,
      ) => sql`SELECT id, email, name, email_proved_at, totp_confirmed_at AS second_factor_since, created_at
        FROM users WHERE id = ${userId} AND id > ${after} ORDER BY id`,
    },
    {
      name: "roles",
      select: (after) => sql`SELECT r.id, r.kind, r.member_id, t.title AS tenant, r.created_at
        FROM roles r LEFT JOIN tenants t ON t.id = r.tenant_id WHERE r.user_id = ${userId} AND r.id > ${after} ORDER BY r.id`,
    },
    {
      name: "sessions",
      select: (after) => sql`SELECT id, user_agent, address, created_at, last_seen_at, expires_at, revoked_at
        FROM portal_sessions WHERE user_id = ${userId} AND id > ${after} ORDER BY id`,
    },
    {
      name: "passkeys",
      select: (after) => sql`SELECT id, name, can_be_backed_up, is_backed_up, created_at, last_used_at
        FROM passkeys WHERE user_id = ${userId} AND id > ${after} ORDER BY id`,
    },
    {
      name: "pushDevices",
      select: (after) => sql`SELECT id, session_id, requests, payments, created_at
        FROM push_devices WHERE user_id = ${userId} AND id > ${after} ORDER BY id`,
    },
    {
      name: "notifications",
      select: (after) => sql`SELECT id, kind, environment, title, text, created_at, read_at
        FROM notifications WHERE user_id = ${userId} AND id > ${after} ORDER BY id`,
    },
    {
      name: "emails",
      select: (after) => sql`SELECT id, recipient, subject, status, created_at, sent_at
        FROM emails WHERE recipient = ${email} AND id > ${after} ORDER BY id`,
    },
    {
      name: "invitations",
      select: (after) => sql`SELECT id, email, role, created_at, expires_at, accepted_at, revoked_at
        FROM invitations WHERE (email = ${email} OR accepted_by = ${userId}) AND id > ${after} ORDER BY id`,
    },
    {
      name: "actions",
      select: (after) => sql`SELECT id, action, subject_kind, subject_id, details, created_at
        FROM audit_records WHERE user_id = ${userId} AND id > ${after} ORDER BY id`,
    },
  ];
}

function memberSections(ids: string[]): Section[] {
  const mine = sql`member_id = ANY(${ids}::text[])`;
  return [
    {
      name: "members",
      select: (
        after,
      ) => sql`SELECT m.id, m.name, m.email, m.external_id, m.metadata, m.environment, t.title AS issued_by, m.created_at
        FROM members m JOIN tenants t ON t.id = m.tenant_id WHERE m.id = ANY(${ids}::text[]) AND m.id > ${after} ORDER BY m.id`,
    },
    {
      name: "accounts",
      select: (after) => sql`SELECT id, member_id, currency, posted_minor, held_minor, credit_limit_minor, created_at
        FROM accounts WHERE ${mine} AND id > ${after} ORDER BY id`,
    },
    {
      name: "payouts",
      select: (
        after,
      ) => sql`SELECT o.id, o.account_id, o.currency, o.amount_minor, o.fee_minor, o.state, o.end_to_end_id, o.sealed_account,
          o.created_at, o.exported_at, o.sent_at, o.paid_at, o.returned_at, o.return_reason
        FROM payouts o JOIN accounts a ON a.id = o.account_id WHERE a.${mine} AND o.id > ${after} ORDER BY o.id`,
      open: ({ sealedAccount, ...row }) => ({
        ...row,
        bankAccount:
          typeof sealedAccount === "string" ? JSON.parse(decryptText("payout-account", sealedAccount)) : null,
      }),
    },
    {
      // Transfers that funded their accounts.
      name: "bankLines",
      select: (
        after,
      ) => sql`SELECT l.id, l.account_id, l.currency, l.amount_minor, l.booked_on, l.value_on, l.counterparty_name,
          l.counterparty_number, l.text, l.end_to_end_id, l.note, l.created_at
        FROM bank_lines l JOIN accounts a ON a.id = l.account_id WHERE a.${mine} AND l.id > ${after} ORDER BY l.id`,
    },
    {
      name: "cards",
      select: (after) => sql`SELECT id, account_id, last4, status, expires_on, member_frozen_at,
          member_per_transaction_limit_minor, member_daily_amount_limit_minor, member_daily_count_limit, member_name,
          tint, created_at
        FROM cards WHERE ${mine} AND id > ${after} ORDER BY id`,
    },
    {
      name: "paymentCodes",
      select: (after) => sql`SELECT id, account_id, status, currency, max_amount_minor, display_hint, metadata, uses,
          expires_at, last_used_at, created_at, revoked_at, revoke_reason
        FROM payment_codes WHERE ${mine} AND id > ${after} ORDER BY id`,
    },
    {
      name: "agreements",
      select: (after) => sql`SELECT a.id, m.name AS merchant, a.status, a.description, a.merchant_reference, a.currency,
          a.amount_minor, a.max_amount_minor, a.member_max_minor, a.interval, a.created_at, a.approved_at, a.revoked_at
        FROM recurring_agreements a JOIN merchants m ON m.id = a.merchant_id
        WHERE a.member_id = ANY(${ids}::text[]) AND a.id > ${after} ORDER BY a.id`,
    },
    {
      name: "chargeRequests",
      select: (after) => sql`SELECT q.id, m.name AS merchant, q.agreement_id, q.status, q.currency, q.amount_minor,
          q.merchant_reference, q.exceeds, q.created_at, q.expires_at, q.decided_at, q.authorization_id
        FROM charge_requests q JOIN merchants m ON m.id = q.merchant_id
        WHERE q.member_id = ANY(${ids}::text[]) AND q.id > ${after} ORDER BY q.id`,
    },
    {
      name: "payments",
      select: (
        after,
      ) => sql`SELECT a.id, a.authorization_number, m.name AS merchant, a.outcome, a.currency, a.amount_minor,
          a.captured_minor, a.voided_minor, a.refunded_minor, a.expired_minor, a.merchant_reference, a.metadata, a.risk_score,
          a.created_at
        FROM authorizations a JOIN merchants m ON m.id = a.merchant_id
        WHERE a.account_id IN (SELECT id FROM accounts WHERE ${mine}) AND a.id > ${after} ORDER BY a.id`,
    },
    {
      // Found through their payments and accounts.
      name: "allowedPayments",
      select: (after) => sql`SELECT w.id, w.declined_id, w.account_id, w.amount_minor, w.created_at, w.expires_at,
          w.used_by_id, w.used_at
        FROM authorizations a JOIN rescues w ON w.declined_id = a.id
        WHERE a.account_id IN (SELECT id FROM accounts WHERE ${mine}) AND w.id > ${after} ORDER BY w.id`,
    },
    {
      name: "disputes",
      select: (
        after,
      ) => sql`SELECT id, authorization_id, reason, note, created_at, closed_at, outcome, message, answer, answered_at
        FROM disputes WHERE ${mine} AND id > ${after} ORDER BY id`,
    },
    {
      name: "fundings",
      select: (after) => sql`SELECT posting_id AS id, member_id, reference, created_at
        FROM funding_references WHERE ${mine} AND posting_id > ${after} ORDER BY posting_id`,
    },
  ];
}
