import { BatchQueue, runGuardedBatch } from "@/server/db/batches/batch-queue";
import type { Attempt } from "@/server/db/guarded";
import { namingRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import { isHeldBack } from "@/server/domain/restores";
import { ownTimeOf } from "@/server/domain/sandbox-clock";
import type { SubscriptionId, TenantId } from "@/server/platform/noun-ids";
import type { StoredEvent } from "../events/event";
import { type FactsRow, factsOf, SELECT_FACTS } from "../events/record-event";

/** Longer than any attempt, so that only a dead worker loses its claim. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;
const BATCHES_AT_ONCE = 2;

export interface ClaimedAttempt {
  readonly deliveryId: string;
  readonly subscriptionId: SubscriptionId;
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly url: string;
  readonly sealedSecret: string;
  /** Signs as well, if there is one. */
  readonly nextSealedSecret: string | null;
  readonly event: StoredEvent;
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly scheduledAt: Date;
  /** By the tenant's clock. */
  readonly beginsAt: Date;
}

type ClaimedRow = Omit<ClaimedAttempt, "event"> &
  Pick<StoredEvent, "type" | "sequence"> &
  FactsRow & { readonly eventId: string; readonly eventCreatedAt: Date };

interface ClaimAsk {
  readonly deliveryId: string;
  readonly now: Date;
}

const own = (at: Sql) => ownTimeOf(at, sql`s.tenant_id`, sql`s.environment`);

const queue = new BatchQueue<ClaimAsk, ClaimedAttempt | null>({
  name: "webhook_claim",
  maxItems: MOST_AT_ONCE,
  maxBatches: BATCHES_AT_ONCE,
  namesOf: ({ deliveryId }) => [deliveryId],
  run: (asks) => runGuardedBatch(asks, { attemptAll: claimAll }),
});

/**
 * Claims a due attempt. Null if the delivery is not due, has no sender, is deferred or claimed, or the database is restored and
 * unreleased. URL and secret are the subscription's current ones. Concurrent claims share a statement. `now` is real time; the
 * row's times are by its tenant's clock.
 */
export function claimAttempt(deliveryId: string, now: Date): Promise<ClaimedAttempt | null> {
  return queue.ask({ deliveryId, now });
}

async function claimAll(
  { db }: Attempt,
  asks: readonly ClaimAsk[],
): Promise<PromiseFulfilledResult<ClaimedAttempt | null>[]> {
  const firsts = new Map<string, ClaimAsk>();
  for (const ask of asks) if (!firsts.has(ask.deliveryId)) firsts.set(ask.deliveryId, ask);
  const rows = [...firsts.values()]
    .map(({ deliveryId, now }) => ({ id: deliveryId, at: now, until: new Date(now.getTime() + LEASE_MS) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const claimed = await query<ClaimedRow>(
    db,
    sql`UPDATE webhook_deliveries d
      SET leased_until = ${own(sql`asked.until`)}, handed_over_at = coalesce(d.handed_over_at, ${own(sql`asked.at`)})
      FROM ${namingRows("asked", "id text, at timestamptz, until timestamptz", rows)}, webhook_subscriptions s, events e
      WHERE d.id = asked.id AND s.id = d.subscription_id AND e.id = d.event_id
        AND d.next_attempt_at <= ${own(sql`asked.at`)} AND (d.leased_until IS NULL OR d.leased_until <= ${own(sql`asked.at`)})
        AND d.has_sender AND s.status <> 'paused' AND NOT ${isHeldBack}
      RETURNING d.id AS delivery_id, s.id AS subscription_id, s.tenant_id, s.environment, s.url,
        CASE WHEN s.next_secret_at <= ${own(sql`asked.at`)} THEN s.next_sealed_secret ELSE s.sealed_secret END AS sealed_secret,
        CASE WHEN s.next_secret_at > ${own(sql`asked.at`)} THEN s.next_sealed_secret END AS next_sealed_secret,
        e.id AS event_id, e.type, e.sequence, ${SELECT_FACTS}, e.created_at AS event_created_at, e.idempotency_key, d.attempt,
        d.next_attempt_at AS scheduled_at, ${own(sql`asked.at`)} AS begins_at`,
  );
  const byId = new Map(claimed.map((row) => [row.deliveryId, row]));
  return asks.map((ask) => {
    const row = firsts.get(ask.deliveryId) === ask ? byId.get(ask.deliveryId) : undefined;
    return { status: "fulfilled", value: row ? toClaimed(row) : null };
  });
}

function toClaimed(row: ClaimedRow): ClaimedAttempt {
  const { eventId: id, type, sequence, keptFacts, recordFacts, eventCreatedAt, ...rest } = row;
  const facts = factsOf({ keptFacts, recordFacts });
  return { ...rest, event: { id, type, environment: rest.environment, sequence, facts, createdAt: eventCreatedAt } };
}
