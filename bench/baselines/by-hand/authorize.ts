import { createHmac, randomInt } from "node:crypto";
import type { ClientBase } from "pg";
import { encodeDecision } from "@/server/domain/authorizations/stored-decision";
import { newRecordId } from "@/server/platform/ids";
import { type CardRow, decideByHand, type Habit, readCard } from "./decide";

export interface Asked {
  readonly tenantId: string;
  readonly apiKeyId: string;
  /** The digest of the card's token. */
  readonly card: string;
  readonly merchantId: string;
  /** The idempotency key. */
  readonly key: string;
  readonly amountMinor: number;
}

interface ReadRow extends CardRow {
  readonly drawn: string;
  readonly merchant_id: string;
  readonly merchant_status: "active" | "suspended";
  readonly mcc: string;
  readonly account_id: string;
  readonly subscribers: readonly string[];
  readonly habit: Habit;
}

const CARD = `c.id AS card_id, c.expires_on::text AS expires_on, c.always_declines_with,
  CASE WHEN c.status = 'active' AND c.member_frozen_at IS NOT NULL THEN 'frozen' ELSE c.status::text END AS card_status,
  least(c.per_transaction_limit_minor, c.member_per_transaction_limit_minor) AS per_transaction_limit_minor,
  least(c.daily_amount_limit_minor, c.member_daily_amount_limit_minor) AS daily_amount_limit_minor,
  least(c.daily_count_limit, c.member_daily_count_limit) AS daily_count_limit,
  c.allowed_mccs, c.allowed_channels, c.allowed_modes, c.usage_day::text AS usage_day, c.usage_amount_minor, c.usage_count,
  a.id AS account_id, a.currency AS account_currency,
  a.posted_minor - a.held_minor + a.credit_limit_minor AS available_minor`;

const READ = `SELECT nextval('authorization_number_seq') AS drawn, m.id AS merchant_id, m.status AS merchant_status, m.mcc,
    ${CARD},
    (SELECT coalesce(json_agg(s.id), '[]'::json) FROM webhook_subscriptions s
      WHERE s.tenant_id = $1 AND s.environment = 'test' AND s.status = 'active'
        AND 'authorization.approved' = ANY(s.events)) AS subscribers,
    (SELECT json_build_object(
        'recentCount', count(*) FILTER (WHERE h.created_at > $4),
        'approvedCount', count(*) FILTER (WHERE h.outcome = 'approved'),
        'averageMinor', coalesce(round(avg(h.amount_minor) FILTER (WHERE h.outcome = 'approved')), 0)::text,
        'knowsMerchant', EXISTS (SELECT 1 FROM (SELECT outcome, merchant_id FROM authorizations
          WHERE account_id = a.id AND parent_id IS NULL ORDER BY created_at DESC LIMIT 50) k
          WHERE k.outcome = 'approved' AND k.merchant_id = m.id))
      FROM (SELECT outcome, amount_minor, created_at FROM authorizations
        WHERE account_id = a.id AND parent_id IS NULL ORDER BY created_at DESC LIMIT 20) h) AS habit
  FROM cards c JOIN accounts a ON a.id = c.account_id, merchants m
  WHERE c.pan_token_hash = $2 AND c.environment = 'test' AND m.id = $3 AND m.tenant_id = $1 AND m.environment = 'test'
  FOR NO KEY UPDATE OF c, a`;

/** Each runs as a named query, so that a connection parses it once. */
const QUERIES = {
  read: READ,
  hold: `UPDATE accounts SET held_minor = held_minor + $2 WHERE id = $1`,
  use: `UPDATE cards SET usage_day = $2::date,
      usage_amount_minor = CASE WHEN usage_day = $2::date THEN usage_amount_minor ELSE 0 END + $3,
      usage_count = CASE WHEN usage_day = $2::date THEN usage_count ELSE 0 END + 1
    WHERE id = $1`,
  authorization: `INSERT INTO authorizations (id, authorization_number, tenant_id, environment, root_id, outcome,
      merchant_id, mcc, card_id, account_id, currency, amount_minor, captured_minor, voided_minor, refunded_minor,
      expired_minor, family_amount_minor, family_captured_minor, family_voided_minor, family_refunded_minor,
      family_expired_minor, version, family_sequence, event_sequence, approval_code, response_code, risk_score, decision,
      request_id, actor_kind, actor_id, created_at, expires_at)
    VALUES ($1, $2, $3, 'test', $1, 'approved', $4, $5, $6, $7, $8, $9, 0, 0, 0, 0, $9, 0, 0, 0, 0, 0, 0, 1, $10, '00',
      $11, $12, $13, 'api_key', $14, $15, $16)`,
  event: `INSERT INTO events (id, tenant_id, environment, type, authorization_id, sequence, facts,
      idempotency_key, created_at)
    VALUES ($1, $2, 'test', 'authorization.approved', $3, 1, $4, $5, $6)`,
  answer: `INSERT INTO idempotency_keys (scope, key, fingerprint, status, body, is_encrypted, created_at)
    VALUES ($1, $2, $3, 201, $4, false, $5)`,
  delivery: `INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence,
    created_at, next_attempt_at, due_at)
  VALUES ($1, $2, $3, 'authorization.approved', $4, 1, $5, $5, $5)`,
};

const TEN_MINUTES_MS = 600_000;
const HOLD_MS = 7 * 24 * 3_600_000;

/**
 * One approval with the effects of POST /v1/authorizations, as six prepared statements in one transaction. Throws if the
 * payment would be declined.
 */
export async function authorizeByHand(client: ClientBase, asked: Asked): Promise<object> {
  const run = (name: keyof typeof QUERIES, values: readonly unknown[]) =>
    client.query({ name, text: QUERIES[name], values: [...values] });
  const now = new Date();
  await client.query("BEGIN");
  const since = new Date(now.getTime() - TEN_MINUTES_MS);
  const { rows } = await run("read", [asked.tenantId, asked.card, asked.merchantId, since]);
  const row: ReadRow | undefined = rows[0];
  if (!row) throw new Error("the card or the merchant is not there");
  const { decision, risk } = decideByHand({
    now,
    amountMinor: BigInt(asked.amountMinor),
    mcc: row.mcc,
    merchantStatus: row.merchant_status,
    card: readCard(row, now),
    habit: row.habit,
  });
  const approved = approvalOf(asked, row, now);
  const { id, number, approvalCode, expiresAt } = approved;
  await run("hold", [row.account_id, asked.amountMinor]);
  await run("use", [row.card_id, now.toISOString().slice(0, 10), asked.amountMinor]);
  await run("authorization", [
    ...[id, number, asked.tenantId, row.merchant_id, row.mcc, row.card_id, row.account_id, row.account_currency],
    ...[asked.amountMinor, approvalCode, risk.score, JSON.stringify(encodeDecision(decision, risk))],
    ...[newRecordId(now), asked.apiKeyId, now, expiresAt],
  ]);
  const eventId = newRecordId(now);
  const { key } = asked;
  const facts = JSON.stringify(approved.facts);
  await run("event", [eventId, asked.tenantId, id, facts, `authorization.approved:${key}`, now]);
  for (const subscriptionId of row.subscribers) {
    await run("delivery", [newRecordId(now), subscriptionId, eventId, id, now]);
  }
  const fingerprint = createHmac("sha256", "by hand").update(JSON.stringify(asked)).digest("hex").slice(0, 32);
  await run("answer", [`tenant:${asked.tenantId}:test`, key, fingerprint, JSON.stringify(approved.answer), now]);
  await client.query("COMMIT");
  return approved.answer;
}

function approvalOf(asked: Asked, row: ReadRow, now: Date) {
  const id = newRecordId(now);
  const number = (Number(row.drawn) % 10_000_000).toString().padStart(7, "0");
  const approvalCode = randomInt(1_000_000).toString().padStart(6, "0");
  const expiresAt = new Date(now.getTime() + HOLD_MS);
  const ids = { authorizationId: number, recordId: id, merchantReference: null };
  return {
    id,
    number,
    approvalCode,
    expiresAt,
    facts: { amountMinor: String(asked.amountMinor), merchantReference: null },
    answer: {
      status: "approved",
      ...ids,
      amount: asked.amountMinor / 100,
      approvalCode,
      expires: expiresAt.toISOString(),
      transactionId: null,
    },
  };
}
