import { BatchQueue } from "@/server/db/batches/batch-queue";
import { onGuardedEnd } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRestoreUnreleased } from "@/server/domain/restores";
import { isOnItsWay } from "@/server/domain/sandbox-clock";
import { bindWork, type Found, wake, wakePeriodically } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";
import { isSendingPaused } from "@/server/platform/env";
import type { SubscriptionId } from "@/server/platform/noun-ids";
import { type DeliveryQueue, type DueDelivery, findDeliveryQueue, type PlannedRetry, setDeliveryQueue } from "../ports";
import { promoteSecrets } from "../subscriptions/signing-secrets";
import { isOpen, isWaiting, LEASE_MS, may, stateAfter } from "./delivery-state";
import { type AskingRun, leaseSendSlots, type SendSlot } from "./lease-send-slots";

const MOST_FOLLOWED = 256;
const MOST_SWEPT = 1_000;
const MOST_ASKING = 64;
const PATIENCE_MS = 60_000;
/** A delivery in a long queue is not lost: it is handed over again after 1, 2, 4, 8, then every 16 minutes. */
const MAX_DOUBLINGS = 4;

/** Every guarded write may have written deliveries, so each wakes the work after its commit unless it knows better. */
export function wakeDeliveriesAfterWrites(): void {
  onGuardedEnd(({ mayHaveLeft }) => (mayHaveLeft ? wake("deliveries") : wakePeriodically("deliveries")));
}

/** For composition roots: hands over due deliveries of every process from here. Null ends it. */
export function bindDeliveryQueue(queue: DeliveryQueue | null): void {
  setDeliveryQueue(queue);
  wakeDeliveriesAfterWrites();
  bindWork("deliveries", queue && lookForDeliveries);
}

async function lookForDeliveries(): Promise<Found> {
  const at = now();
  const [found] = await query<{ isDue: boolean; hasFailed: boolean }>(
    getPool(),
    sql`SELECT (SELECT d.due_at FROM webhook_deliveries d WHERE ${isOpen} AND ${isWaiting} AND d.due_at <= ${at}
        ORDER BY d.due_at LIMIT 1) IS NOT NULL AS is_due,
      EXISTS (SELECT 1 FROM webhook_deliveries d WHERE ${isWaiting} AND d.attempt > 0 AND d.due_at > ${at}) AS has_failed`,
  );
  let count = found?.isDue ? await handOverDeliveries({ now: now() }) : 0;
  // First attempts go before retries, which are due in a minute at the earliest.
  if (found?.hasFailed) count += await followFailed({ now: now() });
  return { isMore: count > 0 };
}

/**
 * Hands due deliveries to the queue as far as there are senders. Each is marked first; if the process dies in between, the
 * sweep finds it. Safe to run at any time and concurrently. Returns the number handed over; 0 means that no more can be, until
 * an attempt begins or ends. Throws what the queue throws; the deliveries then ask again.
 */
async function handOverDeliveries(input: { readonly now: Date }): Promise<number> {
  if (!findDeliveryQueue() || isSendingPaused()) return 0;
  const given = await leaseSendSlots(input.now);
  await handOver(given);
  return given.length;
}

/** First attempts go in batches, retries get a new run each. Throws what the queue throws; the deliveries then ask again. */
async function handOver(given: readonly SendSlot[]): Promise<void> {
  if (given.length === 0) return;
  const firsts = given.filter(({ attempt }) => attempt === 0);
  const retries = given.filter(({ attempt }) => attempt > 0);
  await givingBack(given, async (queue) => {
    if (firsts.length > 0) await queue.add(firsts.map(({ deliveryId, handoff }) => ({ deliveryId, handoff })));
    if (retries.length > 0) {
      await queue.follow(
        retries.map(({ deliveryId, handoff: run, attempt }) => ({
          deliveryId,
          run,
          attempt: attempt + 1,
          dueAt: null,
        })),
      );
    }
  });
}

/** Gives each failed delivery a run that waits for its next attempt; not during a jump of the tenant's clock, which moves it. */
async function followFailed({ now: at }: { readonly now: Date }): Promise<number> {
  if (!findDeliveryQueue() || isSendingPaused()) return 0;
  const planned = await query<PlannedRetry>(
    getPool(),
    sql`WITH failed AS (
        SELECT d.id FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
        WHERE ${isWaiting} AND d.attempt > 0 AND d.due_at > ${at}
          AND NOT ${isOnItsWay(sql`s.tenant_id`, sql`s.environment`)} AND NOT ${isRestoreUnreleased}
        LIMIT ${MOST_FOLLOWED} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET state = ${stateAfter("follow")}, since = ${at}, handoff = d.handoff + 1
      FROM failed WHERE d.id = failed.id
      RETURNING d.id AS delivery_id, d.handoff AS run, d.attempt + 1 AS attempt, d.due_at`,
  );
  if (planned.length === 0) return 0;
  const taken = planned.map(({ deliveryId, run: handoff }) => ({ deliveryId, handoff }));
  await givingBack(taken, (queue) => queue.follow(planned));
  return planned.length;
}

async function givingBack(taken: readonly DueDelivery[], work: (queue: DeliveryQueue) => Promise<void>): Promise<void> {
  try {
    const queue = findDeliveryQueue();
    if (!queue) throw new Error("no queue of deliveries is bound");
    await work(queue);
  } catch (error) {
    const rows = JSON.stringify(taken.map(({ deliveryId: id, handoff }) => ({ id, handoff })));
    await query(
      getPool(),
      sql`UPDATE webhook_deliveries d SET state = ${stateAfter("lose")}
        FROM json_to_recordset(${rows}::json) AS t(id text, handoff integer)
        WHERE d.id = t.id AND d.handoff = t.handoff AND ${may("lose")}`,
    );
    throw error;
  }
}

const asking = new BatchQueue<AskingRun & { readonly now: Date }, void>({
  name: "webhook_sender",
  maxItems: MOST_ASKING,
  maxBatches: 1,
  namesOf: ({ deliveryId }) => [deliveryId],
  run: async (runs) => {
    const asked = await requestAll(runs).then(
      () => ({ status: "fulfilled", value: undefined }) as const,
      (reason: unknown) => ({ status: "rejected", reason }) as const,
    );
    return runs.map(() => asked);
  },
});

/** Asks for a sender for a run that has woken. Runs of one moment ask together. */
export function takeSenders(run: AskingRun & { readonly now: Date }): Promise<void> {
  return asking.ask(run);
}

/** A sender may go to another delivery whose turn it is; that one is then handed over. */
async function requestAll(runs: readonly (AskingRun & { readonly now: Date })[]): Promise<void> {
  const [{ now: at } = { now: now() }] = runs;
  const own = new Set(runs.map(({ deliveryId }) => deliveryId));
  const given = await leaseSendSlots(at, runs);
  await handOver(given.filter(({ deliveryId }) => !own.has(deliveryId)));
}

/**
 * Finds deliveries that a crash lost between commit and queue, in the queue, or during an attempt, and hands them over again,
 * along with those of ended pauses; also promotes due secrets. One batch at once, the rest after a wake-up. Bounded; safe to
 * run at any time and concurrently.
 */
export async function sweepDeliveries(input: { readonly now: Date }): Promise<{
  readonly resumed: number;
  readonly lost: number;
  readonly handedOver: number;
}> {
  await promoteSecrets(input);
  const resumed = await resumeDeliveries({ subscriptionId: null });
  const lost = await takeBackLost(input.now);
  const handedOver = await handOverDeliveries(input);
  wake("deliveries");
  return { resumed, lost, handedOver };
}

async function takeBackLost(at: Date): Promise<number> {
  const overdueSince = new Date(at.getTime() - PATIENCE_MS);
  const rows = await query(
    getPool(),
    sql`WITH lost AS (
        SELECT d.id FROM webhook_deliveries d
        WHERE ${isOpen} AND ${may("lose")} AND d.due_at <= ${overdueSince} AND d.since <= ${at}::timestamptz - interval '1 millisecond' * (
          CASE WHEN d.state IN ('sending', 'sending_again') THEN ${LEASE_MS}::double precision ELSE 0 END
          + ${PATIENCE_MS}::double precision * power(2, least(greatest(d.handoff - d.attempt - 1, 0), ${MAX_DOUBLINGS}::integer)))
        ORDER BY d.due_at LIMIT ${MOST_SWEPT} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET state = ${stateAfter("lose")} FROM lost WHERE d.id = lost.id RETURNING d.id`,
  );
  return rows.length;
}

/** Up to 1,000 deliveries of a pause that has ended, the oldest first; the sweep takes the rest. Safe to run at any time and concurrently. */
export async function resumeDeliveries(input: { readonly subscriptionId: SubscriptionId | null }): Promise<number> {
  const ofOne = input.subscriptionId === null ? sql`TRUE` : sql`d.subscription_id = ${input.subscriptionId}`;
  const rows = await query(
    getPool(),
    sql`WITH resumed AS (
        SELECT d.id FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
        WHERE ${may("resume")} AND s.status <> 'paused' AND ${ofOne}
        ORDER BY d.created_at, d.sequence LIMIT ${MOST_SWEPT} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET state = ${stateAfter("resume")} FROM resumed WHERE d.id = resumed.id RETURNING d.id`,
  );
  if (rows.length > 0) wake("deliveries");
  return rows.length;
}
