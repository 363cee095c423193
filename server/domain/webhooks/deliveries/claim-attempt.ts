import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import type { SubscriptionId, TenantId } from "@/server/platform/noun-ids";
import type { StoredEvent } from "../events/event";
import { type FactsRow, factsOf, SELECT_FACTS } from "../events/kept-facts";

/** Longer than an attempt can take, so that only a worker that died loses its claim. */
const LEASE_MS = 30_000;

/** The right to make one attempt, and what it takes. */
export interface ClaimedAttempt {
  readonly deliveryId: string;
  readonly subscriptionId: SubscriptionId;
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly url: string;
  readonly sealedSecret: string;
  readonly event: StoredEvent;
  readonly idempotencyKey: string;
  /** Attempts made before. */
  readonly attempt: number;
  readonly scheduledAt: Date;
}

type ClaimedRow = Omit<ClaimedAttempt, "event"> &
  Pick<StoredEvent, "type" | "sequence"> &
  FactsRow & { readonly eventCreatedAt: Date };

/**
 * Takes a due attempt for this worker. Null if the delivery is not due, has no sender, waits for its subscription, or
 * someone else is at it. URL and secret are the subscription's of this moment.
 */
export async function claimAttempt(deliveryId: string, now: Date): Promise<ClaimedAttempt | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const [claimed] = await query<ClaimedRow>(
    getPool(),
    sql`UPDATE webhook_deliveries d
      SET leased_until = ${leasedUntil}, handed_over_at = coalesce(d.handed_over_at, ${now}::timestamptz)
      FROM webhook_subscriptions s, events e
      WHERE d.id = ${deliveryId} AND s.id = d.subscription_id AND e.id = d.event_id
        AND d.next_attempt_at <= ${now} AND (d.leased_until IS NULL OR d.leased_until <= ${now})
        AND d.has_sender AND s.status <> 'paused'
      RETURNING d.id AS delivery_id, s.id AS subscription_id, s.tenant_id, s.environment, s.url, s.sealed_secret,
        e.type, e.sequence, ${SELECT_FACTS}, e.created_at AS event_created_at, e.idempotency_key, d.attempt,
        d.next_attempt_at AS scheduled_at`,
  );
  if (!claimed) return null;
  const { type, sequence, keptFacts, recordFacts, eventCreatedAt, ...rest } = claimed;
  const facts = factsOf({ keptFacts, recordFacts });
  return { ...rest, event: { type, environment: rest.environment, sequence, facts, createdAt: eventCreatedAt } };
}
