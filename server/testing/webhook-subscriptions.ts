import assert from "node:assert/strict";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { TestTenant } from "./tenants";

/** A subscription row as its use cases would leave it. */
export async function createTestSubscription(
  tenant: TestTenant,
  options: { readonly events: readonly string[]; readonly status?: "active" | "paused" | "revoked" },
): Promise<string> {
  const { id } = await getPrisma().webhookSubscription.create({
    data: {
      id: newRecordId(now()),
      tenantId: tenant.id,
      environment: tenant.environment,
      url: "https://receiver.test/hooks",
      events: [...options.events],
      status: options.status ?? "active",
      createdAt: now(),
    },
  });
  return id;
}

/** Every event of a tenant in the order of their causes, with the subscriptions that get a delivery. */
export async function listStoredEvents(tenant: TestTenant) {
  const events = await getPrisma().event.findMany({
    where: { tenantId: tenant.id, environment: tenant.environment },
    include: { deliveries: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return events.map(({ type, facts, idempotencyKey, deliveries }) => ({
    type,
    facts: facts as Record<string, unknown>,
    idempotencyKey,
    receivers: deliveries.map(({ subscriptionId }) => subscriptionId).sort(),
  }));
}

/** The one event of the tenant that is not of an authorization's approval. */
export async function eventAfterApproval(tenant: TestTenant) {
  const [approved, event, ...more] = await listStoredEvents(tenant);
  assert.equal(approved?.type, "authorization.approved");
  assert.ok(event, "there is an event");
  assert.deepEqual(more, []);
  return event;
}
