import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isInSandboxOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import type { TenantId } from "@/server/platform/noun-ids";
import { promoteSecrets } from "../subscriptions/signing-secrets";
import { handOverDeliveries } from "./hand-over-deliveries";
import { resumeDeliveries } from "./resume-deliveries";

const BATCH = 1_000;
const PATIENCE_MS = 60_000;
/** A delivery in a long queue is not lost: it is handed over again after 1, 2, 4, 8, then every 16 minutes. */
const MAX_DOUBLINGS = 4;

/**
 * Finds deliveries that a crash lost between commit and queue, in the queue, or during an attempt, and hands them over again,
 * along with those of ended pauses; also promotes due secrets. One batch at once, the rest after a wake-up. Bounded; safe to
 * run at any time and concurrently. For one tenant's sandbox by its clock, if that is ahead.
 */
export async function sweepDeliveries(input: { readonly now: Date; readonly sandboxOf?: TenantId }): Promise<{
  readonly resumed: number;
  readonly lost: number;
  readonly handedOver: number;
}> {
  if (input.sandboxOf === undefined) await promoteSecrets({ now: input.now });
  const resumed = await resumeDeliveries({ now: input.now, subscriptionId: null });
  const lost = await askAgain(input.now, input.sandboxOf ?? null);
  const handedOver = await handOverDeliveries(input);
  wake("deliveries");
  return { resumed, lost, handedOver };
}

async function askAgain(now: Date, sandboxOf: TenantId | null): Promise<number> {
  const overdueSince = new Date(now.getTime() - PATIENCE_MS);
  const isMeant =
    sandboxOf === null
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM webhook_subscriptions s
          WHERE s.id = webhook_deliveries.subscription_id AND ${isInSandboxOf(sandboxOf, sql`s`)})`;
  const rows = await query(
    getPool(),
    sql`WITH lost AS (
        SELECT id FROM webhook_deliveries
        WHERE NOT is_deferred AND next_attempt_at <= ${overdueSince}
          AND (leased_until IS NULL OR leased_until <= ${overdueSince})
          AND handed_over_at <= ${now}::timestamptz - interval '1 millisecond' * ${PATIENCE_MS}::double precision
            * power(2, least(greatest(handoff - attempt - 1, 0), ${MAX_DOUBLINGS}::integer))
          AND ${isMeant}
        ORDER BY next_attempt_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET handed_over_at = NULL, has_sender = false FROM lost WHERE d.id = lost.id RETURNING d.id`,
  );
  return rows.length;
}
