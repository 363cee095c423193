import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type Audited, findChangedMeanwhile } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller, StaffCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { resumeDeliveries } from "../deliveries/hand-over";
import type { EventType, NewEvent } from "../events/event";
import { findSubscribers } from "../events/publish-events";
import { recordEvent } from "../events/record-event";
import { requireUrl } from "./require-url";
import {
  auditOf,
  findOwnSubscription,
  requireMerchantEvents,
  requireNotRevoked,
  type SubscriptionRow,
} from "./subscription";

type Paused = Pick<SubscriptionRow, "id" | "tenantId" | "environment" | "merchantId" | "url" | "failureCount">;

/** For the tenant's other subscriptions and, if it is a merchant's, that merchant's. */
export function pausedEvent(
  { id, tenantId, environment, merchantId: merchant, url, failureCount }: Paused,
  reason: "failures" | "request",
  at: Date,
): NewEvent {
  const facts = { recordId: id, merchant, url, reason, failureCount };
  return { tenantId, environment, type: "subscription.paused", sequence: 1, facts, source: id, at };
}

/** Contract 2.9; absent fields stay. */
interface UpdateSubscriptionInput {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly description?: string | null | undefined;
  readonly status?: "active" | "paused" | undefined;
}

interface SubscriptionFields {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
}

type EditSubscriptionInput = Omit<UpdateSubscriptionInput, "status"> & {
  readonly seen?: SubscriptionFields | undefined;
};

/** Changes what a person changed in a form. Also returns who else changed the webhook since the form was opened. */
export async function editSubscription(caller: StaffCaller, { seen, ...input }: EditSubscriptionInput) {
  const { id, ...changes } = input;
  let changedBy: string | null = null;
  const row = await updateSubscription(caller, input, null, async ({ db }, { url, events, description }) => {
    const stored = { url, events, description };
    changedBy = seen ? await findChangedMeanwhile<SubscriptionFields>(db, caller, { id, seen, stored, changes }) : null;
  });
  return { row, changedBy };
}

type Check = (attempt: Attempt, before: SubscriptionRow) => Promise<void>;

/**
 * Reactivating resets the failure count and resumes deferred deliveries. Throws `subscription_not_found`,
 * `subscription_revoked`, `validation_error` for a URL that isn't allowed.
 */
export async function updateSubscription(
  caller: AcquirerCaller,
  input: UpdateSubscriptionInput,
  claim: IdempotencyClaim<SubscriptionRow> | null,
  check?: Check,
): Promise<SubscriptionRow> {
  requirePermission(caller, "manage_webhooks");
  if (input.url !== undefined) await requireUrl(input.url);
  const row = await runGuarded((attempt) => update(attempt, caller, { ...input, claim, check }), caller.standing);
  if (input.status === "active") await resumeDeliveries({ subscriptionId: row.id });
  return row;
}

async function update(
  attempt: Attempt,
  caller: AcquirerCaller,
  {
    claim,
    check,
    ...input
  }: UpdateSubscriptionInput & {
    readonly claim: IdempotencyClaim<SubscriptionRow> | null;
    readonly check: Check | undefined;
  },
): Promise<SubscriptionRow | typeof STALE> {
  const before = await findOwnSubscription(attempt, caller, input.id);
  requireNotRevoked(before);
  await check?.(attempt, before);
  if (before.merchantId !== null && input.events) requireMerchantEvents(input.events);
  const after: SubscriptionRow = {
    ...before,
    url: input.url ?? before.url,
    events: input.events ? [...input.events] : before.events,
    description: input.description === undefined ? before.description : input.description,
    status: input.status ?? before.status,
    failureCount: input.status === "active" ? 0 : before.failureCount,
    updatedAt: caller.now,
  };
  const isPausing = after.status === "paused" && before.status === "active";
  const published = isPausing ? await publishedBy(attempt, after, caller.now) : sql``;
  // Leaves the failure count to the row, since attempts count concurrently.
  const [written] = await query<{ isWritten: boolean }>(
    attempt.db,
    sql`WITH subscription AS (
        UPDATE webhook_subscriptions s SET
          url = ${after.url}, events = ${after.events}::text[], description = ${after.description}::text,
          status = ${after.status}::subscription_status,
          failure_count = CASE WHEN ${input.status === "active"}::boolean THEN 0 ELSE s.failure_count END,
          updated_at = ${caller.now}, version = s.version + 1
        WHERE s.id = ${before.id} AND s.version = ${before.version}
        RETURNING 1
      ),
      ${auditOf(caller, changeOf(before, after), "subscription")}
      ${recordAnswer(claim, after, caller.now, "subscription")}${published}
      SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
  );
  if (!written?.isWritten) return STALE;
  announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
  return after;
}

/** The event's CTE with a comma before it, for other subscriptions. */
async function publishedBy({ db }: Attempt, row: SubscriptionRow, at: Date): Promise<Sql> {
  const event = pausedEvent(row, "request", at);
  const others = (await findSubscribers(event, [event.type], db)).filter(({ id }) => id !== row.id);
  return sql`, ${recordEvent(event, others, "subscription")}`;
}

function changeOf(before: SubscriptionRow, after: SubscriptionRow): Audited {
  const isChanged = (field: "url" | "events" | "description" | "status") =>
    JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  return {
    action: "webhook_subscription.updated",
    subject: { kind: "webhook_subscription", id: before.id },
    details: {
      ...(isChanged("url") ? { url: after.url } : {}),
      ...(isChanged("events") ? { events: after.events } : {}),
      ...(isChanged("description") ? { description: after.description } : {}),
      ...(isChanged("status") ? { status: after.status } : {}),
    },
  };
}

/**
 * Permanent. No new deliveries; existing ones are still attempted (contract 3.2), even if it was paused. Idempotent. Throws
 * `subscription_not_found`.
 */
export async function revokeSubscription(
  caller: AcquirerCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<{ readonly id: string }> | null,
): Promise<{ readonly id: string }> {
  requirePermission(caller, "manage_webhooks");
  const outcome = await runGuarded(async (attempt) => {
    const { id, status, version, url } = await findOwnSubscription(attempt, caller, input.id);
    const isEnding = status !== "revoked";
    const audited = {
      action: "webhook_subscription.revoked",
      subject: { kind: "webhook_subscription", id },
      details: { url },
    };
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          UPDATE webhook_subscriptions s SET
            status = 'revoked', slot = NULL, version = s.version + 1,
            updated_at = CASE WHEN s.status = 'revoked' THEN s.updated_at ELSE ${caller.now}::timestamptz END
          WHERE s.id = ${id} AND s.version = ${version}
          RETURNING 1
        ),
        ending AS (SELECT 1 FROM subscription WHERE ${isEnding}::boolean),
        ${auditOf(caller, audited, "ending")}
        ${recordAnswer(claim, { id }, caller.now, "subscription")}
        SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
    );
    if (!written?.isWritten) return STALE;
    announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
    return { id };
  }, caller.standing);
  await resumeDeliveries({ subscriptionId: outcome.id });
  return outcome;
}
