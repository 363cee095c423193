import assert from "node:assert/strict";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { getPrisma } from "@/server/db/prisma";
import {
  createSubscription,
  type EventType,
  revokeSubscription,
  type StoredEvent,
  type SubscriptionWithSecret,
  updateSubscription,
} from "@/server/domain/webhooks";
import { bindTestSender } from "../engine/webhook-sender";
import { tenantCaller } from "./callers";
import type { TestTenant } from "./tenants";

export const ALL_EVENTS: readonly EventType[] = EVENT_TYPES;

/** A subscription with its secret, to every event by default. */
export async function subscribe(
  tenant: TestTenant,
  options: { readonly url?: string; readonly events?: readonly EventType[] } = {},
): Promise<SubscriptionWithSecret> {
  const { url = "https://receiver.example.com/hooks", events = ALL_EVENTS } = options;
  bindTestSender();
  return createSubscription(tenantCaller(tenant), { url, events, description: null }, null);
}

/** A subscription's id. */
export async function createTestSubscription(
  tenant: TestTenant,
  options: { readonly events: readonly EventType[]; readonly status?: "active" | "paused" | "revoked" },
): Promise<string> {
  const { id } = (await subscribe(tenant, { events: options.events })).row;
  await setSubscriptionStatus(tenant, id, options.status ?? "active");
  return id;
}

export async function setSubscriptionStatus(
  tenant: TestTenant,
  id: string,
  status: "active" | "paused" | "revoked",
): Promise<void> {
  const caller = tenantCaller(tenant);
  if (status === "revoked") await revokeSubscription(caller, { id }, null);
  else await updateSubscription(caller, { id, status }, null);
}

/** Every event of a tenant in the order of their causes, with the subscriptions that get a delivery. */
export async function listStoredEvents(tenant: TestTenant) {
  const events = await getPrisma().event.findMany({
    where: { tenantId: tenant.id, environment: tenant.environment },
    include: { deliveries: true },
    orderBy: [{ createdAt: "asc" }, { sequence: "asc" }, { id: "asc" }],
  });
  return events.map(({ type, facts, idempotencyKey, deliveries }) => ({
    type,
    facts: facts as Record<string, unknown>,
    idempotencyKey,
    receivers: deliveries.map(({ subscriptionId }) => subscriptionId).sort(),
  }));
}

/** Every event of a tenant, oldest first. */
export async function listEventsInOrder({ id: tenantId, environment }: TestTenant): Promise<readonly StoredEvent[]> {
  const events = await getPrisma().event.findMany({
    where: { tenantId, environment },
    orderBy: [{ createdAt: "asc" }, { sequence: "asc" }, { id: "asc" }],
  });
  return events as unknown as StoredEvent[];
}

/** The one event of the tenant that is not of an authorization's approval. */
export async function eventAfterApproval(tenant: TestTenant) {
  const [approved, event, ...more] = await listStoredEvents(tenant);
  assert.equal(approved?.type, "authorization.approved");
  assert.ok(event, "there is an event");
  assert.deepEqual(more, []);
  return event;
}
