/**
 * The six statements of an authorization, written by hand for this one effect. Each runs as a named statement, so that a
 * connection parses it once.
 */
export interface Statements {
  readonly read: string;
  readonly hold: string;
  readonly use: string;
  readonly authorization: string;
  readonly event: string;
  readonly answer: string;
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

/** On bare tables, reads only the card and its account, by primary key. */
const BARE_READ = `SELECT nextval('authorization_number_seq') AS drawn, $3::text AS merchant_id, 'active' AS merchant_status,
    '5814' AS mcc, ${CARD}, '[]'::json AS subscribers,
    json_build_object('recentCount', 0, 'approvedCount', 0, 'averageMinor', '0', 'knowsMerchant', true) AS habit,
    $1::text AS tenant_id, $4::timestamptz AS since
  FROM bench_bare.cards c JOIN bench_bare.accounts a ON a.id = c.account_id
  WHERE c.id = $2 FOR NO KEY UPDATE OF c, a`;

function writes(schema: string): Omit<Statements, "read"> {
  return {
    hold: `UPDATE ${schema}.accounts SET held_minor = held_minor + $2 WHERE id = $1`,
    use: `UPDATE ${schema}.cards SET usage_day = $2::date,
        usage_amount_minor = CASE WHEN usage_day = $2::date THEN usage_amount_minor ELSE 0 END + $3,
        usage_count = CASE WHEN usage_day = $2::date THEN usage_count ELSE 0 END + 1
      WHERE id = $1`,
    authorization: `INSERT INTO ${schema}.authorizations (id, authorization_number, tenant_id, environment, root_id, outcome,
        merchant_id, mcc, card_id, account_id, currency, amount_minor, captured_minor, voided_minor, refunded_minor,
        expired_minor, family_amount_minor, family_captured_minor, family_voided_minor, family_refunded_minor,
        family_expired_minor, version, family_sequence, event_sequence, approval_code, response_code, risk_score, decision,
        request_id, actor_kind, actor_id, created_at, expires_at)
      VALUES ($1, $2, $3, 'test', $1, 'approved', $4, $5, $6, $7, $8, $9, 0, 0, 0, 0, $9, 0, 0, 0, 0, 0, 0, 1, $10, '00',
        $11, $12, $13, 'api_key', $14, $15, $16)`,
    event: `INSERT INTO ${schema}.events (id, tenant_id, environment, type, authorization_id, sequence, facts,
        idempotency_key, created_at)
      VALUES ($1, $2, 'test', 'authorization.approved', $3, 1, $4, $5, $6)`,
    answer: `INSERT INTO ${schema}.idempotency_keys (scope, key, fingerprint, status, body, is_encrypted, created_at)
      VALUES ($1, $2, $3, 201, $4, false, $5)`,
  };
}

export const REAL_TABLES: Statements = { read: READ, ...writes("public") };
export const BARE_TABLES: Statements = { read: BARE_READ, ...writes("bench_bare") };

/** A seventh statement, only if there are subscribers; separate because bare tables have none. */
export const DELIVERY = `INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence,
    created_at, next_attempt_at)
  VALUES ($1, $2, $3, 'authorization.approved', $4, 1, $5, $5)`;

/** Five tables without checks, foreign keys, or indexes other than primary keys, filled with the seeded cards and accounts. */
export const MAKE_BARE_TABLES = `CREATE SCHEMA bench_bare;
  ${["cards", "accounts", "authorizations", "events", "idempotency_keys"]
    .map((table) => `CREATE TABLE bench_bare.${table} (LIKE public.${table} INCLUDING DEFAULTS);`)
    .join("\n  ")}
  ${["cards", "accounts", "authorizations", "events"]
    .map((table) => `ALTER TABLE bench_bare.${table} ADD PRIMARY KEY (id);`)
    .join("\n  ")}
  ALTER TABLE bench_bare.idempotency_keys ADD PRIMARY KEY (scope, key);
  INSERT INTO bench_bare.accounts SELECT * FROM public.accounts;
  INSERT INTO bench_bare.cards SELECT * FROM public.cards;
  ANALYZE bench_bare.accounts, bench_bare.cards`;
