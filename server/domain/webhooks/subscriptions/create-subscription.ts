import { randomInt } from "node:crypto";
import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { auditPart } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { holdTenant } from "@/server/domain/tenants";
import { SubscriptionId } from "@/server/platform/noun-ids";
import type { EventType } from "../events/event";
import { requireUrl } from "./require-url";
import { newSigningSecret, sealSecret } from "./signing-secret";
import { NO_NEXT_SECRET, ownSubscriptions, type SubscriptionRow, type SubscriptionWithSecret } from "./subscription";

const MAX_SUBSCRIPTIONS = 50;

interface CreateSubscriptionInput {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
}

/**
 * Subscribes the tenant, in the caller's environment. The secret is stored encrypted and shown once: a retry with the
 * same claim makes nothing and does not show it again.
 * Throws `validation_error` for a URL that may not be, `subscription_limit_reached`.
 */
export async function createSubscription(
  caller: TenantCaller,
  input: CreateSubscriptionInput,
  claim: IdempotencyClaim<SubscriptionWithSecret> | null,
): Promise<SubscriptionWithSecret> {
  requirePermission(caller, "manage_webhooks");
  await requireUrl(input.url);
  const secret = newSigningSecret();
  return runGuarded(async (attempt) => {
    const row: SubscriptionRow = {
      id: SubscriptionId.make(caller.now),
      tenantId: caller.tenantId,
      environment: caller.environment,
      url: input.url,
      events: [...input.events],
      description: input.description,
      status: "active",
      ...sealSecret(secret),
      secretSince: null,
      ...NO_NEXT_SECRET,
      failureCount: 0,
      lastDeliveryAt: null,
      slot: await findFreeSlot(attempt, caller),
      version: 0,
      createdAt: caller.now,
      updatedAt: null,
    };
    const created = { row, secret };
    const audited = {
      action: "webhook_subscription.created",
      subject: { kind: "webhook_subscription", id: row.id },
      details: { url: row.url, events: row.events },
    };
    const statement = sql`WITH written AS (${insertRows("webhook_subscriptions", [row], "(SELECT 1) AS request")}),
      ${auditPart(caller, audited, "written")},
      ${recordAnswer(claim, created, caller.now, "written")}
      SELECT 1`;
    try {
      await query(attempt.db, statement);
      announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
      return created;
    } catch (error) {
      if (isUniqueViolation(error, "webhook_subscriptions_slot_key")) return STALE;
      throw error;
    }
  }, caller.standing);
}

/** A random one, so that many made at once seldom want the same. The unique key decides who has it. */
async function findFreeSlot({ db, isLocking }: Attempt, caller: TenantCaller): Promise<number> {
  if (isLocking) await holdTenant(db, caller.tenantId);
  const taken = await query<{ slot: number }>(
    db,
    sql`SELECT s.slot FROM webhook_subscriptions s WHERE ${ownSubscriptions(caller)} AND s.slot IS NOT NULL`,
  );
  const used = new Set(taken.map(({ slot }) => slot));
  const free = Array.from({ length: MAX_SUBSCRIPTIONS }, (_, index) => index + 1).filter((slot) => !used.has(slot));
  const slot = free[free.length > 0 ? randomInt(free.length) : 0];
  if (slot === undefined) {
    throw new DomainError(
      "subscription_limit_reached",
      `A tenant can have at most ${MAX_SUBSCRIPTIONS} webhook subscriptions. Revoke one first.`,
      { details: { limit: MAX_SUBSCRIPTIONS } },
    );
  }
  return slot;
}
