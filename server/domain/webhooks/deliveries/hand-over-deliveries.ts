import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isSendingPaused } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";
import { type DueDelivery, findDeliveryQueue } from "../ports";
import { giveSenders } from "./give-senders";

/**
 * Gives due deliveries that ask for it to the queue, as far as there are senders for them. Each is marked before it goes;
 * should the process die in between, the sweep finds it. Safe to run at any time and by several at once. Returns how
 * many: 0 means that all are handed over, or as many as may be; the begin and the end of an attempt make room for the
 * next. Throws what the queue throws; then they ask for it again.
 */
export async function handOverDeliveries(input: {
  readonly now: Date;
  readonly sandboxOf?: TenantId;
}): Promise<number> {
  const queue = findDeliveryQueue();
  if (!queue || isSendingPaused()) return 0;
  const batch = await giveSenders(input.now, input.sandboxOf);
  if (batch.length === 0) return 0;
  try {
    await queue.add(batch);
  } catch (error) {
    await giveBack(batch);
    throw error;
  }
  return batch.length;
}

async function giveBack(batch: readonly DueDelivery[]): Promise<void> {
  const taken = JSON.stringify(batch.map(({ deliveryId, handoff }) => ({ id: deliveryId, handoff })));
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET handed_over_at = NULL, has_sender = false
      FROM json_to_recordset(${taken}::json) AS t(id text, handoff integer)
      WHERE d.id = t.id AND d.handoff = t.handoff`,
  );
}
