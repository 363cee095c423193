import type { Stage } from "../stage/stage";

/** The tenant's records in the database, in the format of `load/effects.ts`. */
const RECORDS = `
  SELECT 'authorization ' || authorization_number || ' ' || outcome || ' ' || amount_minor AS record
    FROM authorizations WHERE tenant_id = $1
  UNION ALL
  SELECT 'capture ' || t.authorization_number || ' ' || sum(c.amount_minor)
    FROM captures c JOIN authorizations t ON t.id = c.target_id
    WHERE c.tenant_id = $1 GROUP BY c.transaction_id, t.authorization_number
  UNION ALL
  SELECT 'reversal ' || a.authorization_number || ' ' || (r.voided_minor + r.refunded_minor)
    FROM reversals r JOIN authorizations a ON a.id = r.authorization_id WHERE r.tenant_id = $1
  UNION ALL
  SELECT 'event ' || e.type || ' ' || a.authorization_number
    FROM events e JOIN authorizations a ON a.id = e.authorization_id WHERE e.tenant_id = $1
  UNION ALL
  SELECT 'funding ' || e.account_id || ' ' || e.amount_minor
    FROM postings p JOIN entries e ON e.posting_id = p.id JOIN accounts a ON a.id = e.account_id
      JOIN members m ON m.id = a.member_id
    WHERE p.kind IN ('funding', 'funding_reversal') AND m.tenant_id = $1
  UNION ALL SELECT 'member payout ' || id FROM payouts WHERE tenant_id = $1 AND account_id IS NOT NULL
  UNION ALL SELECT 'returned payout ' || id FROM payouts WHERE tenant_id = $1 AND return_posting_id IS NOT NULL
  UNION ALL SELECT 'code ' || id FROM payment_codes WHERE tenant_id = $1
  UNION ALL SELECT 'revoked code ' || id FROM payment_codes WHERE tenant_id = $1 AND revoked_at IS NOT NULL
  UNION ALL
  SELECT 'rescue ' || r.declined_id FROM rescues r JOIN members m ON m.id = r.member_id WHERE m.tenant_id = $1
  UNION ALL
  SELECT 'spent rescue ' || r.declined_id FROM rescues r JOIN members m ON m.id = r.member_id
    WHERE m.tenant_id = $1 AND r.used_by_id IS NOT NULL
  UNION ALL SELECT 'agreement ' || id FROM recurring_agreements WHERE tenant_id = $1
  UNION ALL SELECT 'approved agreement ' || id FROM recurring_agreements WHERE tenant_id = $1 AND approved_at IS NOT NULL
  UNION ALL SELECT 'denied agreement ' || id FROM recurring_agreements WHERE tenant_id = $1 AND denied_at IS NOT NULL
  UNION ALL SELECT 'revoked agreement ' || id FROM recurring_agreements WHERE tenant_id = $1 AND revoked_at IS NOT NULL
  UNION ALL SELECT 'charge request ' || id FROM charge_requests WHERE tenant_id = $1
  UNION ALL SELECT status || ' charge request ' || id FROM charge_requests WHERE tenant_id = $1 AND status <> 'pending'
  UNION ALL SELECT 'batch ' || id FROM settlement_batches WHERE tenant_id = $1 AND idempotency_key IS NOT NULL
  UNION ALL SELECT 'merchant ' || id FROM merchants WHERE tenant_id = $1 AND name LIKE 'Canteen%'
  UNION ALL
  SELECT w.word || k.id FROM merchant_keys k JOIN merchants m ON m.id = k.merchant_id,
      (VALUES ('merchant key ', false), ('revoked merchant key ', true)) w(word, is_revoked)
    WHERE m.tenant_id = $1 AND k.label IS NOT NULL AND (k.revoked_at IS NOT NULL OR NOT w.is_revoked)
  UNION ALL
  SELECT 'payout account ' || m.id FROM merchant_payout_accounts p JOIN merchants m ON m.id = p.merchant_id
    WHERE m.tenant_id = $1
  UNION ALL SELECT 'merchant price ' || id FROM merchant_prices WHERE tenant_id = $1
  UNION ALL SELECT 'member ' || id FROM members WHERE tenant_id = $1 AND metadata ->> 'by' = 'a journey'
  UNION ALL
  SELECT 'account ' || a.id FROM accounts a JOIN members m ON m.id = a.member_id
    WHERE m.tenant_id = $1 AND m.metadata ->> 'by' = 'a journey'
  UNION ALL
  SELECT 'card ' || c.id FROM cards c JOIN members m ON m.id = c.member_id
    WHERE m.tenant_id = $1 AND m.metadata ->> 'by' = 'a journey'
  UNION ALL SELECT 'subscription ' || id FROM webhook_subscriptions WHERE tenant_id = $1
  UNION ALL
  SELECT 'revoked subscription ' || id FROM webhook_subscriptions WHERE tenant_id = $1 AND status = 'revoked'
  UNION ALL
  SELECT 'sample ' || d.id FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
    WHERE s.tenant_id = $1 AND d.authorization_id IS NULL
  UNION ALL SELECT 'key ' || key FROM idempotency_keys WHERE key LIKE 'faults-%'`;

export async function readRecords({ cluster, world }: Stage): Promise<string[]> {
  const rows = await cluster.query<{ record: string }>(RECORDS, [world.tenant.id]);
  return rows.map(({ record }) => record);
}

export interface DeliveryState {
  readonly id: string;
  readonly isDelivered: boolean;
}

export async function readDeliveries({ cluster, receiver }: Stage): Promise<DeliveryState[]> {
  return cluster.query<DeliveryState>(
    `SELECT d.id, d.status = 'delivered' AS "isDelivered"
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id WHERE s.url = $1`,
    [receiver.url],
  );
}

/** Events about a record since the subscription to all events was created. */
export async function countEvents({ cluster, world, receiver }: Stage): Promise<number> {
  const [row] = await cluster.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM events
      WHERE tenant_id = $1 AND (authorization_id IS NOT NULL OR subject_id IS NOT NULL)
        AND created_at >= (SELECT min(s.created_at) FROM webhook_subscriptions s WHERE s.url = $2)`,
    [world.tenant.id, receiver.url],
  );
  return row?.count ?? 0;
}
