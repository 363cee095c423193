import { BatchQueue } from "@/server/db/batches/batch-queue";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { aheadMsOf, inOwnTime } from "@/server/domain/sandbox-clock";
import type { TenantId } from "@/server/platform/noun-ids";
import { attemptDelivery, type DeliveryTurn } from "./attempt-delivery";
import { handOver } from "./hand-over-deliveries";
import { type AskingRun, leaseSendSlots, type SendSlot } from "./lease-send-slots";

/** `until` is in real time. */
export type RetryTurn =
  | Exclude<DeliveryTurn, { readonly next: "wait" }>
  | { readonly next: "wait"; readonly attempt: number; readonly until: Date };

interface Asking extends AskingRun {
  readonly now: Date;
}

const MOST_AT_ONCE = 64;

const queue = new BatchQueue<Asking, void>({
  name: "webhook_sender",
  maxItems: MOST_AT_ONCE,
  maxBatches: 1,
  namesOf: ({ deliveryId }) => [deliveryId],
  run: async (asking) => {
    const asked = await askAll(asking).then(
      () => ({ status: "fulfilled", value: undefined }) as const,
      (reason: unknown) => ({ status: "rejected", reason }) as const,
    );
    return asking.map(() => asked);
  },
});

/**
 * Runs when a delivery's wait is over: checks that this run still follows the delivery, takes a sender if it is its turn, and
 * makes the attempt. Without a sender the delivery waits in its row, and gets a new run with it. Repeated after a crash, it
 * finds what was done, or waits for the worker that does it.
 */
export async function attemptRetry({ deliveryId, run, now }: Asking): Promise<RetryTurn> {
  const before = await findFollowed(deliveryId, run);
  if (!before) return { next: "end", because: "superseded" };
  if (before.until.getTime() > now.getTime()) return { next: "wait", ...before };
  await queue.ask({ deliveryId, run, now });
  const turn = await attemptDelivery({ deliveryId, now, by: { run } });
  if (turn.next !== "wait") return turn;
  const after = await findFollowed(deliveryId, run);
  return after ? { next: "wait", ...after } : { next: "end", because: "superseded" };
}

/** Null if the delivery has ended, or another run follows it. */
async function findFollowed(deliveryId: string, run: number): Promise<{ attempt: number; until: Date } | null> {
  const [followed] = await query<{ attempt: number; until: Date }>(
    getPool(),
    sql`SELECT d.attempt + 1 AS attempt,
        d.next_attempt_at - ${aheadMsOf(sql`s.tenant_id`, sql`s.environment`)} * interval '1 millisecond' AS until
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.id = ${deliveryId} AND d.handoff = ${run} AND d.handed_over_at IS NOT NULL AND d.next_attempt_at IS NOT NULL`,
  );
  return followed ?? null;
}

interface OwnedRow {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly aheadMs: number;
}

const sandboxOfRow = ({ tenantId, aheadMs }: OwnedRow) => (aheadMs > 0 ? tenantId : null);

const clocksOf = (rows: readonly OwnedRow[]) => new Map(rows.map((row) => [sandboxOfRow(row), row.aheadMs]));

/** A sender may go to another delivery whose turn it is; that one is then handed over. */
async function askAll(asking: readonly Asking[]): Promise<void> {
  const ids = asking.map(({ deliveryId }) => deliveryId);
  const rows = await query<OwnedRow>(
    getPool(),
    sql`SELECT d.id, s.tenant_id, ${aheadMsOf(sql`s.tenant_id`, sql`s.environment`)} AS ahead_ms
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id WHERE d.id = ANY(${ids})`,
  );
  const others: SendSlot[] = [];
  for (const [sandboxOf, aheadMs] of clocksOf(rows)) {
    const owned = new Set(rows.filter((row) => sandboxOfRow(row) === sandboxOf).map(({ id }) => id));
    const runs = asking.filter(({ deliveryId }) => owned.has(deliveryId));
    const [{ now } = { now: new Date() }] = runs;
    const given = await leaseSendSlots(inOwnTime(now, aheadMs).now, sandboxOf, runs);
    others.push(...given.filter(({ deliveryId }) => !owned.has(deliveryId)));
  }
  await handOver(others);
}
