import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isSendingPaused } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";
import { type DueDelivery, findDeliveryQueue, type PlannedRetry } from "../ports";
import { leaseSendSlots, type SendSlot } from "./lease-send-slots";

/**
 * Hands due deliveries to the queue as far as there are senders. Each is marked first; if the process dies in between, the
 * sweep finds it. Safe to run at any time and concurrently. Returns the number handed over; 0 means that no more can be, until
 * an attempt begins or ends. Throws what the queue throws; the deliveries then ask again.
 */
export async function handOverDeliveries(input: {
  readonly now: Date;
  readonly sandboxOf?: TenantId;
}): Promise<number> {
  const queue = findDeliveryQueue();
  if (!queue || isSendingPaused()) return 0;
  const given = await leaseSendSlots(input.now, input.sandboxOf);
  await handOver(given);
  return given.length;
}

/** First attempts go in batches, retries get a new run each. Throws what the queue throws; the deliveries then ask again. */
export async function handOver(given: readonly SendSlot[]): Promise<void> {
  if (given.length === 0) return;
  const firsts = given.filter(({ attempt }) => attempt === 0);
  const retries = given.filter(({ attempt }) => attempt > 0);
  try {
    const queue = findDeliveryQueue();
    if (!queue) throw new Error("no queue of deliveries is bound");
    if (firsts.length > 0) await queue.add(firsts.map(({ deliveryId, handoff }) => ({ deliveryId, handoff })));
    if (retries.length > 0) await queue.follow(retries.map(planNow));
  } catch (error) {
    await giveBack(given);
    throw error;
  }
}

const planNow = ({ deliveryId, handoff: run, attempt }: SendSlot): PlannedRetry => ({
  deliveryId,
  run,
  attempt: attempt + 1,
  dueAt: null,
});

export async function giveBack(batch: readonly DueDelivery[]): Promise<void> {
  const taken = JSON.stringify(batch.map(({ deliveryId, handoff }) => ({ id: deliveryId, handoff })));
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET handed_over_at = NULL, has_sender = false
      FROM json_to_recordset(${taken}::json) AS t(id text, handoff integer)
      WHERE d.id = t.id AND d.handoff = t.handoff`,
  );
}
