import { randomInt } from "node:crypto";
import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { requireOwnMerchant } from "@/server/domain/merchants";
import { lockTenantRow } from "@/server/domain/tenants";
import { type MerchantId, SubscriptionId } from "@/server/platform/noun-ids";
import type { EventType } from "../events/event";
import { requireUrl } from "./require-url";
import { newSigningSecret, sealSecret } from "./signing-secrets";
import {
  auditOf,
  isCallersSubscription,
  NO_NEXT_SECRET,
  requireMerchantEvents,
  type SubscriptionRow,
  type SubscriptionWithSecret,
} from "./subscription";

const MAX_SUBSCRIPTIONS = 50;
const MAX_OF_MERCHANT = 10;

const SLOT_KEYS = ["webhook_subscriptions_slot_key", "webhook_subscriptions_merchant_slot_key"];

interface CreateSubscriptionInput {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  /** Limits it to one merchant's events; null for all. A merchant's key implies its own. */
  readonly merchant?: string | null;
}

/**
 * The secret is stored encrypted and shown once: a retry with the same claim makes nothing and does not show it again.
 * Throws `validation_error` for a URL that isn't allowed, `invalid_reference`, `subscription_limit_reached`.
 */
export async function createSubscription(
  caller: AcquirerCaller,
  input: CreateSubscriptionInput,
  claim: IdempotencyClaim<SubscriptionWithSecret> | null,
): Promise<SubscriptionWithSecret> {
  requirePermission(caller, "manage_webhooks");
  await requireUrl(input.url);
  const merchantId = await findSubscribedMerchant(caller, input);
  const secret = newSigningSecret();
  return runGuarded(async (attempt) => {
    const row: SubscriptionRow = {
      id: SubscriptionId.make(caller.now),
      tenantId: caller.tenantId,
      environment: caller.environment,
      merchantId,
      url: input.url,
      events: [...input.events],
      description: input.description,
      status: "active",
      ...sealSecret(secret),
      secretSince: null,
      ...NO_NEXT_SECRET,
      failureCount: 0,
      lastDeliveryAt: null,
      slot: await findFreeSlot(attempt, caller, merchantId),
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
    const write = sql`WITH written AS (${insertRows("webhook_subscriptions", [row], "(SELECT 1) AS request")}),
      ${auditOf(caller, audited, "written")}
      ${recordAnswer(claim, created, caller.now, "written")}
      SELECT 1`;
    try {
      await query(attempt.db, write);
      announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
      return created;
    } catch (error) {
      if (SLOT_KEYS.some((key) => isUniqueViolation(error, key))) return STALE;
      throw error;
    }
  }, caller.standing);
}

/** Throws `invalid_reference`, `validation_error`. */
async function findSubscribedMerchant(
  caller: AcquirerCaller,
  { merchant = null, events }: CreateSubscriptionInput,
): Promise<MerchantId | null> {
  const id = caller.kind === "merchant" ? caller.merchantId : merchant;
  if (id === null) return null;
  requireMerchantEvents(events);
  return requireOwnMerchant(caller, id);
}

/** Random, so that concurrent requests rarely collide; a unique key decides. */
async function findFreeSlot(
  { db, isLocking }: Attempt,
  caller: AcquirerCaller,
  merchantId: MerchantId | null,
): Promise<number> {
  const limit = merchantId === null ? MAX_SUBSCRIPTIONS : MAX_OF_MERCHANT;
  if (isLocking) await lockTenantRow(db, caller.tenantId);
  const taken = await query<{ slot: number }>(
    db,
    sql`SELECT s.slot FROM webhook_subscriptions s WHERE ${isCallersSubscription(caller)} AND s.slot IS NOT NULL
      AND s.merchant_id IS NOT DISTINCT FROM ${merchantId}`,
  );
  const used = new Set(taken.map(({ slot }) => slot));
  const free = Array.from({ length: limit }, (_, index) => index + 1).filter((slot) => !used.has(slot));
  const slot = free[free.length > 0 ? randomInt(free.length) : 0];
  if (slot === undefined) {
    throw new DomainError(
      "subscription_limit_reached",
      `A ${merchantId === null ? "tenant" : "merchant"} can have at most ${limit} webhook subscriptions. Revoke one first.`,
      { details: { limit } },
    );
  }
  return slot;
}
