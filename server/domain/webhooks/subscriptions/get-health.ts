import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import type { SubscriptionId } from "@/server/platform/noun-ids";
import { getSubscription } from "./list-subscriptions";

const SHOWN_ATTEMPTS = 100;
const SHOWN_RETRIES = 5;

export interface RecentAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  readonly error: string | null;
}

export interface DueRetry {
  readonly id: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly nextAttemptAt: Date;
}

export interface SubscriptionHealth {
  readonly attempts: readonly RecentAttempt[];
  readonly retries: readonly DueRetry[];
}

/** Throws `subscription_not_found`. */
export async function getHealth(caller: TenantCaller, input: { readonly id: string }): Promise<SubscriptionHealth> {
  const { id } = await getSubscription(caller, input);
  const [attempts, retries] = await Promise.all([
    query<RecentAttempt>(
      getPool(),
      sql`SELECT id, delivery_id, started_at, duration_ms, response_code, error FROM webhook_attempts
        WHERE subscription_id = ${id} ORDER BY started_at DESC, id DESC LIMIT ${SHOWN_ATTEMPTS}`,
    ),
    query<DueRetry>(
      getPool(),
      sql`SELECT id, event_type, attempt, next_attempt_at FROM webhook_deliveries
        WHERE subscription_id = ${id} AND attempt > 0 AND next_attempt_at IS NOT NULL
          AND status IN ('failed', 'exhausted')
        ORDER BY next_attempt_at, id LIMIT ${SHOWN_RETRIES}`,
    ),
  ]);
  return { attempts, retries };
}

export interface RecentOutcome {
  readonly attempts: number;
  readonly arrived: number;
}

/** Leaves out ids that are not the caller's. */
export async function countOutcomes(
  caller: TenantCaller,
  input: { readonly ids: readonly SubscriptionId[] },
): Promise<ReadonlyMap<SubscriptionId, RecentOutcome>> {
  const rows = await query<{ id: SubscriptionId; attempts: number; arrived: number }>(
    getPool(),
    sql`SELECT s.id, count(a.started_at)::int AS attempts, count(*) FILTER (WHERE a.started_at IS NOT NULL AND a.error IS NULL)::int AS arrived
      FROM webhook_subscriptions s LEFT JOIN LATERAL (
        SELECT started_at, error FROM webhook_attempts
        WHERE subscription_id = s.id ORDER BY started_at DESC, id DESC LIMIT ${SHOWN_ATTEMPTS}
      ) a ON true
      WHERE s.id = ANY(${[...input.ids]}) AND s.tenant_id = ${caller.tenantId}
        AND s.environment = ${caller.environment}::environment
      GROUP BY s.id`,
  );
  return new Map(rows.map(({ id, attempts, arrived }) => [id, { attempts, arrived }]));
}
