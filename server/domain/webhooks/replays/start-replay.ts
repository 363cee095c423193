import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { StaffCaller, TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { wake } from "@/server/domain/wake";
import { newRecordId } from "@/server/platform/ids";
import type { SubscriptionId } from "@/server/platform/noun-ids";
import { getSubscription } from "../subscriptions/get-subscription";
import { findOwnSubscription, requireActive, type SubscriptionRow } from "../subscriptions/subscription";
import { canBeReplayed, type Replay, type ReplayFilter } from "./replay";

/** One replay sends at most so many again. */
const MOST = 10_000;
/** Before any delivery. */
export const BEGINNING = new Date(0);
const OF_DELIVERIES = { since: null, until: null, statuses: [], eventTypes: [] };

interface ReplayInput extends ReplayFilter {
  readonly subscriptionId: string;
}

/** How many deliveries a replay would send again now, at most 10,000. Throws `subscription_not_found`. */
export async function countReplayable(caller: StaffCaller, input: ReplayInput): Promise<number> {
  const { id } = await getSubscription(caller, { id: input.subscriptionId });
  return count(getPool(), id, input);
}

async function count(db: Queryable, id: SubscriptionId, { status, eventType }: ReplayFilter): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM webhook_deliveries d
      WHERE d.subscription_id = ${id} AND ${canBeReplayed(sql`${status}`, sql`${eventType}`)} LIMIT ${MOST}) found`,
  );
  return row?.count ?? 0;
}

/**
 * Begins to send the failed deliveries of a subscription again, those that a filter lets through, oldest first; the background
 * does it. The same key again, or another one while a replay of the subscription runs, returns the one that there is.
 * Throws `subscription_not_found`, `subscription_revoked`, `subscription_paused`, `delivery_not_retryable` where there is
 * none.
 */
export async function startReplay(caller: StaffCaller, input: ReplayInput & { readonly key: string }): Promise<Replay> {
  requirePermission(caller, "manage_webhooks");
  const replay = await runInTransaction(async (db) => {
    const subscription = await findOwnSubscription({ db, isLocking: true }, caller, input.subscriptionId);
    const [earlier] = await query<Replay>(
      db,
      sql`SELECT * FROM replays WHERE subscription_id = ${subscription.id} AND (key = ${input.key} OR state = 'running')
        ORDER BY key = ${input.key} DESC LIMIT 1`,
    );
    if (earlier) return earlier;
    requireActive(subscription);
    const total = await count(db, subscription.id, input);
    if (total === 0) throw new DomainError("delivery_not_retryable", "No failed delivery matches.");
    const row: Replay = {
      id: newRecordId(caller.now),
      subscriptionId: subscription.id,
      key: input.key,
      deliveryStatus: input.status,
      eventType: input.eventType,
      ...OF_DELIVERIES,
      total,
      done: 0,
      afterAt: BEGINNING,
      afterId: "",
      state: "running",
      createdAt: caller.now,
      finishedAt: null,
    };
    await query(db, insertRows("replays", [row], "(SELECT 1) AS work"));
    await recordAudit(db, caller, {
      action: "webhook_subscription.replay_started",
      subject: { kind: "webhook_subscription", id: subscription.id },
      details: { deliveries: total },
    });
    announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
    return row;
  });
  wake("deliveries");
  return replay;
}

/**
 * Ends the replay of a subscription that runs, if one does: what was made due stays due. Throws `subscription_not_found`.
 */
export async function stopReplay(caller: TenantCaller, input: { readonly subscriptionId: string }): Promise<void> {
  requirePermission(caller, "manage_webhooks");
  await runInTransaction((db) => stopIn(db, caller, input));
}

/** The same in a transaction. Returns the subscription. */
export async function stopIn(
  db: Queryable,
  caller: TenantCaller,
  input: { readonly subscriptionId: string },
): Promise<SubscriptionRow> {
  const subscription = await findOwnSubscription({ db, isLocking: true }, caller, input.subscriptionId);
  const { id } = subscription;
  const [stopped] = await query<Replay>(
    db,
    sql`UPDATE replays SET state = 'stopped', finished_at = ${caller.now}
      WHERE subscription_id = ${id} AND state = 'running' RETURNING *`,
  );
  if (!stopped) return subscription;
  await recordAudit(db, caller, {
    action: "webhook_subscription.replay_stopped",
    subject: { kind: "webhook_subscription", id },
    details: { deliveries: stopped.done },
  });
  announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
  return subscription;
}

/** The newest replay of a subscription; null: there was none. Throws `subscription_not_found`. */
export async function findReplay(
  caller: TenantCaller,
  input: { readonly subscriptionId: string },
): Promise<Replay | null> {
  const { id } = await getSubscription(caller, { id: input.subscriptionId });
  return findNewest(getPool(), id);
}

export async function findNewest(db: Queryable, subscriptionId: SubscriptionId): Promise<Replay | null> {
  const [replay] = await query<Replay>(
    db,
    sql`SELECT * FROM replays WHERE subscription_id = ${subscriptionId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return replay ?? null;
}
