import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { countKeyless, type KeylessCount } from "@/server/domain/request-log";
import { failsNow } from "@/server/domain/webhooks";
import type { AuthorizationId, MerchantId } from "@/server/platform/noun-ids";

interface FailingSubscription {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly status: "active" | "paused";
  /** Consecutive deliveries that failed for good; 0 if only attempts fail so far. */
  readonly failureCount: number;
  readonly attempts: number;
  readonly arrived: number;
}

interface OpenDispute {
  readonly id: string;
  readonly authorizationId: AuthorizationId;
  readonly authorizationNumber: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

interface Debt {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly batchId: string;
  readonly currency: string;
  /** Negative. */
  readonly carriedOutMinor: bigint;
}

/** At most five of each kind. */
export interface Attention {
  readonly subscriptions: readonly FailingSubscription[];
  readonly disputes: readonly OpenDispute[];
  readonly debts: readonly Debt[];
  /** Requests of the last day that held or moved money without an Idempotency-Key. */
  readonly keyless: KeylessCount;
}

const MAX_EACH = 5;
/** Fewer attempts make no rate: a single failure is noise. */
const RATED_ATTEMPTS = 20;
const GOOD_RATE = 0.9;

const RATED = sql`CROSS JOIN LATERAL (
    SELECT count(*)::int AS attempts, (count(*) - count(error))::int AS arrived FROM (
      SELECT error FROM webhook_attempts WHERE subscription_id = t.id
      ORDER BY started_at DESC, id DESC LIMIT ${RATED_ATTEMPTS}
    ) newest
  ) rated`;
const IS_RATED_BAD = sql`(rated.attempts = ${RATED_ATTEMPTS} AND rated.arrived < ${GOOD_RATE}::float8 * rated.attempts)`;

export async function listAttention(staff: StaffCaller): Promise<Attention> {
  const { tenantId, environment } = staff;
  const own = sql`t.tenant_id = ${tenantId} AND t.environment = ${environment}::environment`;
  const [subscriptions, disputes, debts, keyless] = await Promise.all([
    query<FailingSubscription>(
      getPool(),
      sql`SELECT t.id, t.url, t.description, t.status, t.failure_count, rated.attempts, rated.arrived
        FROM webhook_subscriptions t ${RATED}
        WHERE ${own} AND t.status <> 'revoked' AND (t.failure_count > 0 OR ${failsNow(sql`t`)} OR ${IS_RATED_BAD})
        ORDER BY t.failure_count DESC, rated.arrived, t.id LIMIT ${MAX_EACH}`,
    ),
    query<OpenDispute>(
      getPool(),
      sql`SELECT t.id, a.id AS authorization_id, a.authorization_number, a.currency,
          a.family_amount_minor AS amount_minor, t.created_at
        FROM disputes t JOIN authorizations a ON a.id = t.authorization_id
        WHERE ${own} AND t.closed_at IS NULL ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_EACH}`,
    ),
    query<Debt>(
      getPool(),
      sql`SELECT t.id AS merchant_id, t.name AS merchant_name, b.id AS batch_id, b.currency, b.carried_out_minor
        FROM merchants t JOIN accounts a ON a.merchant_id = t.id CROSS JOIN LATERAL (
          SELECT id, currency, carried_out_minor FROM settlement_batches
          WHERE merchant_id = t.id AND currency = a.currency ORDER BY created_at DESC, id DESC LIMIT 1
        ) b
        WHERE ${own} AND b.carried_out_minor < 0
        ORDER BY b.carried_out_minor, t.id LIMIT ${MAX_EACH}`,
    ),
    countKeyless(staff),
  ]);
  return { subscriptions, disputes, debts, keyless };
}
