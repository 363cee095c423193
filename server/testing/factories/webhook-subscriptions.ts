import assert from "node:assert/strict";
import { SPEC_EVENT_TYPES } from "@/server/contracts/event-types";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import {
  createSubscription,
  type EventType,
  type FactsRow,
  factsOf,
  revokeSubscription,
  type StoredEvent,
  type SubscriptionWithSecret,
  selectFacts,
  updateSubscription,
} from "@/server/domain/webhooks";
import { bindTestSender } from "../engine/webhook-sender";
import { tenantCaller } from "./callers";
import type { TestMerchant } from "./merchants";
import type { TestTenant } from "./tenants";

export const ALL_EVENTS: readonly EventType[] = SPEC_EVENT_TYPES;

export async function subscribe(
  tenant: TestTenant,
  options: { readonly url?: string; readonly events?: readonly EventType[] } = {},
): Promise<SubscriptionWithSecret> {
  const { url = "https://receiver.example.com/hooks", events = ALL_EVENTS } = options;
  bindTestSender();
  return createSubscription(tenantCaller(tenant), { url, events, description: null }, null);
}

export async function subscribeMerchant(
  { id: merchant, tenant }: TestMerchant,
  events: readonly EventType[] = ALL_EVENTS,
): Promise<SubscriptionWithSecret> {
  bindTestSender();
  const url = "https://receiver.example.com/own-hooks";
  return createSubscription(tenantCaller(tenant), { url, events, description: null, merchant }, null);
}

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

/** A tenant's payment events in causal order, with the subscriptions that receive each. */
export async function listStoredEvents(tenant: TestTenant) {
  const events = await listEventsInOrder(tenant);
  return events.map(({ type, facts, idempotencyKey, receivers }) => ({
    type,
    idempotencyKey,
    receivers,
    facts: { ...facts } as Record<string, unknown>,
  }));
}

type Listed = StoredEvent & {
  readonly idempotencyKey: string;
  readonly receivers: readonly string[];
};

export function listEventsInOrder(tenant: TestTenant): Promise<readonly Listed[]> {
  return listEventsLike(tenant, "authorization.%");
}

/** `types` is a LIKE pattern. */
export async function listEventsLike(
  { id: tenantId, environment }: TestTenant,
  types: string,
): Promise<readonly Listed[]> {
  const events = await query<Omit<Listed, "facts"> & FactsRow>(
    getPool(),
    sql`SELECT e.id, e.type, e.environment, e.sequence, ${selectFacts(sql`false`)}, e.created_at, e.idempotency_key,
        array(SELECT d.subscription_id FROM webhook_deliveries d WHERE d.event_id = e.id ORDER BY 1) AS receivers
      FROM events e WHERE e.tenant_id = ${tenantId} AND e.environment = ${environment}::environment
        AND e.type LIKE ${types}
      ORDER BY e.created_at, e.sequence, e.id`,
  );
  return events.map(({ storedFacts, recordFacts, ...event }) => ({
    ...event,
    facts: factsOf({ storedFacts, recordFacts }),
  }));
}

export async function eventAfterApproval(tenant: TestTenant) {
  const [approved, event, ...more] = await listStoredEvents(tenant);
  assert.equal(approved?.type, "authorization.approved");
  assert.ok(event, "there is an event");
  assert.deepEqual(more, []);
  return event;
}
