import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/authorizations";
import { WEBHOOK_EVENTS } from "@/server/contracts/webhook-events";
import type { EventFacts, EventType } from "@/server/domain/webhooks";
import { expectError } from "@/server/testing/api-client";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/authorization-steps";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/tenants";
import { listStoredEvents } from "@/server/testing/webhook-subscriptions";
import { presentEvent } from "./webhooks";

withTestDatabase();

test("what is posted for every kind of event is what the reference says", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId } = await authorize(tenant, card, 40);
  await increment(tenant, recordId, 10);
  await capture(tenant, recordId, 20);
  await reverse(tenant, recordId);
  await declineOf(tenant, card, 100.01, { reasonCode: "51" });
  const unknown = { panToken: "NoSuchCardToken01", amount: 5 };
  await expectError(
    tenant,
    contracts.createAuthorization,
    { body: unknown, idempotencyKey: "order-1001" },
    { status: 422, code: "14" },
  );
  const events = await listStoredEvents(tenant);
  const seen = new Map<string, object>();
  for (const { type, facts } of events) {
    const payload = presentEvent(type as EventType, facts as unknown as EventFacts[EventType]);
    const parsed = WEBHOOK_EVENTS[type as EventType].schema.safeParse(JSON.parse(JSON.stringify(payload)));
    assert.ok(parsed.success, `${type}: ${parsed.error?.message}`);
    seen.set(`${type} ${"kind" in payload ? payload.kind : payload.id === null}`, payload);
  }
  assert.deepEqual([...seen.keys()].sort(), [
    "authorization.approved false",
    "authorization.captured false",
    "authorization.declined false",
    "authorization.declined true",
    "authorization.reversed mixed",
  ]);
});

test("the examples of the reference are what is posted", () => {
  for (const [type, { schema, example }] of Object.entries(WEBHOOK_EVENTS)) {
    const parsed = schema.safeParse(example);
    assert.ok(parsed.success, `${type}: ${parsed.error?.message}`);
  }
});
