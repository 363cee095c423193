import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { type EventFacts, SAMPLE_FACTS, type StoredEvent } from "@/server/domain/webhooks";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listEventsInOrder } from "@/server/testing/factories/webhook-subscriptions";
import { presentEvent } from "./webhooks";

withTestDatabase();

test("a posted event of every kind is as the reference says", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId } = await authorize(tenant, card, 40);
  await increment(tenant, recordId, 10);
  await capture(tenant, recordId, 20);
  await reverse(tenant, recordId);
  await declineOf(tenant, card, 100.01, { reasonCode: "51" });
  const { merchantId: merchant } = tenant;
  const unknown = { code: "7KQ2M9XW4T", pin: "3B7CDEF", amount: 5, merchant };
  await call(tenant, redeemPaymentCode, { body: unknown });
  const events = await listEventsInOrder(tenant);
  const seen = new Map<string, object>();
  for (const event of events) {
    const { type } = event;
    const payload = presentEvent(event);
    const parsed = WEBHOOK_EVENTS[type].schema.safeParse(JSON.parse(JSON.stringify(payload)));
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

test("an event from before the fields for instrument, reference, and result is still delivered", () => {
  const facts: EventFacts["authorization.captured"] = {
    authorizationId: "4821907",
    recordId: "3Fq8rT2kZb7Wn4XsD",
    amountMinor: "1250",
    currency: "USD",
    approvalCode: "083415",
    card: "3Fq8rR8mTc4Vp6KdJ",
    merchant: "TESTmerchantCafe1",
    channel: null,
    amountCapturedMinor: "1250",
    capturedMinor: "1250",
    remainingMinor: "0",
    status: "Authorization Captured",
  };
  const createdAt = new Date("2026-11-21T09:30:00.000Z");
  const event: StoredEvent = {
    id: "3Fq8rTEv8Mk5WcZ9R",
    type: "authorization.captured",
    environment: "test",
    sequence: 2,
    facts,
    createdAt,
  };
  const { instrument, merchantReference, metadata, transactionId, refundId, ...rest } = presentEvent(event);
  assert.deepEqual([instrument, merchantReference, metadata, transactionId, refundId], Array(5).fill(null));
  assert.deepEqual([rest.event, rest.createdAt, rest.sequence], [event.type, "2026-11-21T09:30:00.000Z", 2]);
  assert.ok(WEBHOOK_EVENTS["authorization.captured"].schema.safeParse(presentEvent(event)).success);
});

test("a sample of every event type is what the reference says", () => {
  for (const type of EVENT_TYPES) {
    const sample = {
      id: "3Fq8rTEv8Mk5WcZ9R",
      type,
      environment: "live",
      sequence: 1,
      facts: SAMPLE_FACTS[type],
      createdAt: new Date(),
    } as const;
    const parsed = WEBHOOK_EVENTS[type].schema.safeParse(presentEvent(sample));
    assert.ok(parsed.success, `${type}: ${parsed.error?.message}`);
  }
});
