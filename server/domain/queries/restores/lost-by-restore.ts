import { raw, type Sql, sql } from "@/server/db/sql";
import { isDoubtful } from "../../payment-codes";

interface Question {
  readonly kind: string;
  readonly says: string;
  /** Rows of `id`, `tenant_id`, `environment`; the last two null if they belong to no tenant. */
  readonly select: Sql;
}

const OPEN_HOLD = sql`parent_id IS NULL AND outcome = 'approved' AND family_amount_minor
  > family_captured_minor + family_voided_minor + family_expired_minor`;

/** A charge may come up to a day before its period. */
const isDue = (column: "next_use_on" | "next_charge_on", now: Date) =>
  sql`coalesce((${raw(column)} - 1)::timestamp AT TIME ZONE time_zone <= ${now}, true)`;

const dayAt = (now: Date) => sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;

/** After a restore: records that others may know more about than this database, in the order to deal with them. */
export function questionsAt(now: Date): readonly Question[] {
  return [...aboutMoney(now), ...aboutMessages(), ...aboutAccess(now)];
}

function aboutMoney(now: Date): readonly Question[] {
  return [
    {
      kind: "payment codes that can be spent",
      says: "May have been spent or revoked since, and would pay again. End them: npm run restore:revoke",
      select: sql`SELECT id, tenant_id, environment FROM payment_codes WHERE ${isDoubtful(now)}`,
    },
    {
      kind: "payment codes that recur",
      says: "May have been charged since: the next charge is taken as if it was not. Compare with their merchants.",
      select: sql`SELECT id, tenant_id, environment FROM payment_codes
        WHERE status = 'active' AND is_recurring AND uses > 0 AND ${isDue("next_use_on", now)}`,
    },
    {
      kind: "agreements of which a charge is due",
      says: "May have been charged or revoked since. Compare with their merchants before they charge again.",
      select: sql`SELECT id, tenant_id, environment FROM recurring_agreements
        WHERE status = 'active' AND ${isDue("next_charge_on", now)}`,
    },
    {
      kind: "agreements that wait for an answer",
      says: "May have been approved or denied since: the member is asked again, and the merchant may count on the answer.",
      select: sql`SELECT id, tenant_id, environment FROM recurring_agreements
        WHERE status = 'pending' AND expires_at > ${now}`,
    },
    {
      kind: "open holds",
      says: "May have been captured, raised, or voided since. The merchant’s word counts: capture or void them again.",
      select: sql`SELECT id, tenant_id, environment FROM authorizations WHERE ${OPEN_HOLD}`,
    },
    {
      kind: "merchants with money that is not settled",
      says: "May have been paid out since. Compare with the bank before the next settlement pays it again.",
      select: sql`SELECT id, tenant_id, environment FROM merchants WHERE id IN (
        SELECT merchant_id FROM captures WHERE batch_id IS NULL UNION SELECT merchant_id FROM refunds WHERE batch_id IS NULL
        UNION SELECT merchant_id FROM open_batches)`,
    },
  ];
}

function aboutMessages(): readonly Question[] {
  return [
    {
      kind: "webhooks on their way",
      says: "May have arrived since, and are sent after the release. Receivers know a repeat by its Idempotency-Key.",
      select: sql`SELECT d.id, s.tenant_id, s.environment FROM webhook_deliveries d
        JOIN webhook_subscriptions s ON s.id = d.subscription_id WHERE d.next_attempt_at IS NOT NULL`,
    },
    {
      kind: "emails on their way",
      says: "May have been sent since, and are sent after the release.",
      select: sql`SELECT id, NULL AS tenant_id, NULL::environment AS environment FROM emails
        WHERE next_attempt_at IS NOT NULL`,
    },
  ];
}

function aboutAccess(now: Date): readonly Question[] {
  return [
    {
      kind: "cards that work",
      says: "One that was frozen or closed since works again, with its limits of then. Issuers have to look.",
      select: sql`SELECT c.id, m.tenant_id, c.environment FROM cards c JOIN members m ON m.id = c.member_id
        WHERE c.status = 'active' AND c.member_frozen_at IS NULL AND c.expires_on > ${dayAt(now)}`,
    },
    {
      kind: "API keys that work",
      says: "One that was revoked since works again; one that was made since is gone. Tenants have to look.",
      select: sql`SELECT id, tenant_id, environment FROM api_keys WHERE revoked_at IS NULL`,
    },
    {
      kind: "merchant keys that work",
      says: "As API keys.",
      select: sql`SELECT k.id, m.tenant_id, m.environment FROM merchant_keys k JOIN merchants m ON m.id = k.merchant_id
        WHERE k.revoked_at IS NULL`,
    },
    {
      kind: "network keys that work",
      says: "As API keys.",
      select: sql`SELECT id, NULL AS tenant_id, environment FROM network_keys WHERE revoked_at IS NULL`,
    },
    {
      kind: "webhook subscriptions",
      says: "A secret or address that was changed since is the old one again: signatures fail. Tenants have to look.",
      select: sql`SELECT id, tenant_id, environment FROM webhook_subscriptions WHERE status <> 'revoked'`,
    },
    {
      kind: "invitations that are open",
      says: "One that was used or withdrawn since is open again.",
      select: sql`SELECT id, tenant_id, NULL::environment AS environment FROM invitations
        WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`,
    },
    {
      kind: "logins",
      says: "A password, role, second factor, or passkey that was changed since is the old one again, and used recovery codes are unused. Who was erased since is back: erase them again.",
      select: sql`SELECT id, NULL AS tenant_id, NULL::environment AS environment FROM users`,
    },
  ];
}
