import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isHeldBack } from "@/server/domain/restores";
import { aheadMsOf, isOnItsWay } from "@/server/domain/sandbox-clock";
import { isSendingPaused } from "@/server/platform/env";
import { findDeliveryQueue, type PlannedRetry } from "../ports";
import { isLeft, isWaiting } from "./due-deliveries";
import { giveBack } from "./hand-over-deliveries";

const BATCH = 256;

/**
 * Gives each failed delivery a run that waits for its next attempt, and tells runs whose deliveries have ended without them.
 * Each is marked first; if the process dies in between, the sweep finds it once it is due. Safe to run at any time and
 * concurrently. Returns the number. Throws what the queue throws; the deliveries then ask again.
 */
export async function planRetries({ now }: { readonly now: Date }): Promise<number> {
  const queue = findDeliveryQueue();
  if (!queue || isSendingPaused()) return 0;
  const [planned, left] = [await takeFailed(now), await takeLeft()];
  if (left.length > 0) await queue.leave(left);
  if (planned.length === 0) return left.length;
  try {
    await queue.follow(planned);
  } catch (error) {
    await giveBack(planned.map(({ deliveryId, run: handoff }) => ({ deliveryId, handoff })));
    throw error;
  }
  return planned.length + left.length;
}

/** Not during a jump of the tenant's clock, which makes the attempts itself. */
async function takeFailed(now: Date): Promise<PlannedRetry[]> {
  return await query<PlannedRetry>(
    getPool(),
    sql`WITH failed AS (
        SELECT d.id, a.ahead FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id,
          LATERAL (SELECT ${aheadMsOf(sql`s.tenant_id`, sql`s.environment`)} * interval '1 millisecond' AS ahead) a
        WHERE ${isWaiting} AND d.attempt > 0 AND d.next_attempt_at > ${now}::timestamptz + a.ahead
          AND NOT ${isOnItsWay(sql`s.tenant_id`, sql`s.environment`)} AND NOT ${isHeldBack}
        LIMIT ${BATCH} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET handed_over_at = ${now}::timestamptz + failed.ahead, handoff = d.handoff + 1
      FROM failed WHERE d.id = failed.id
      RETURNING d.id AS delivery_id, d.handoff AS run, d.attempt + 1 AS attempt, d.next_attempt_at - failed.ahead AS due_at`,
  );
}

async function takeLeft(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    getPool(),
    sql`WITH ended AS (
        SELECT id FROM webhook_deliveries WHERE ${isLeft} LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET handed_over_at = NULL FROM ended WHERE d.id = ended.id RETURNING d.id`,
  );
  return rows.map(({ id }) => id);
}
