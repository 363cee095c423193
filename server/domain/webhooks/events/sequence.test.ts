import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { expireHolds } from "@/server/domain/authorizations";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { listEventsInOrder } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function eventsOf(tenant: TestTenant, recordId: string): Promise<string[]> {
  const events = await listEventsInOrder(tenant);
  return events
    .filter(({ facts }) => facts.recordId === recordId)
    .map(({ type, sequence }) => `${sequence} ${type.replace("authorization.", "")}`);
}

test("each authorization counts its own events from 1; what fires none is not counted", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: parent } = await authorize(tenant, card, 40);
  const { recordId: child } = await increment(tenant, parent, 10);
  const refused = await call(tenant, contracts.incrementAuthorization, {
    params: { id: parent },
    body: { amount: 99 },
  });
  await capture(tenant, parent, 5);
  await capture(tenant, child, 5);
  await capture(tenant, parent, 5);
  await reverse(tenant, child);
  await reverse(tenant, parent);
  assert.deepEqual(await eventsOf(tenant, parent), ["1 approved", "2 captured", "3 captured", "4 reversed"]);
  assert.deepEqual(await eventsOf(tenant, child), ["1 approved", "2 captured", "3 reversed"]);
  assert.deepEqual(await eventsOf(tenant, refused.body.recordId ?? ""), ["1 declined"]);
  const declined = await declineOf(tenant, card, 1_000, { reasonCode: "51" });
  assert.deepEqual(await eventsOf(tenant, declined.recordId ?? ""), ["1 declined"]);
});

test("a sale's events are its approval, then its capture; its void and refund follow", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant);
  const { body } = await call(merchant, sellTransaction, {
    body: { amount: 60, paymentMethod: card.panToken, merchantReference: "order-1001" },
  });
  const [approved, sold] = await listEventsInOrder(merchant.tenant);
  assert.ok(approved && sold);
  assert.deepEqual(
    [approved, sold].map(({ type, sequence, facts }) => {
      assert.ok("instrument" in facts);
      return [type, sequence, facts.merchantReference, facts.instrument];
    }),
    [
      ["authorization.approved", 1, "order-1001", "card"],
      ["authorization.captured", 2, "order-1001", "card"],
    ],
  );
  assert.equal("transactionId" in sold.facts && sold.facts.transactionId, body.transactionId);
  const id = sold.facts.recordId ?? "";
  await reverse(merchant.tenant, id, 10);
  await reverse(merchant.tenant, id, 10);
  assert.deepEqual(await eventsOf(merchant.tenant, id), ["1 approved", "2 captured", "3 reversed", "4 reversed"]);
});

test("changes waiting for each other: each event has its own number, in the order of commits", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const { recordId: id } = await authorize(tenant, card, 100);
  const { recordId: child } = await increment(tenant, id, 20);
  // A reversal with nothing to reverse yet is refused and fires no event.
  const ask = async (record: string, i: number) => {
    const contract = i % 4 === 3 ? contracts.reverseAuthorization : contracts.captureAuthorization;
    const { status } = await send(tenant, contract, { params: { id: record }, body: { amount: 1 } });
    return { record, isDone: status === 200 };
  };
  const asked = await Promise.all(Array.from({ length: 24 }, (_, i) => ask(i % 8 < 4 ? id : child, i)));
  for (const record of [id, child]) {
    const numbers = (await listEventsInOrder(tenant)).filter(({ facts }) => facts.recordId === record);
    const done = asked.filter((one) => one.isDone && one.record === record).length;
    assert.ok(done >= 9, "its captures at least");
    const expected = Array.from({ length: done + 1 }, (_, i) => i + 1);
    assert.deepEqual(
      numbers.map(({ sequence }) => sequence).sort((a, b) => a - b),
      expected,
    );
    const captured = numbers
      .filter(({ type }) => type === "authorization.captured")
      .sort((a, b) => a.sequence - b.sequence)
      .map(({ facts }) => ("capturedMinor" in facts ? Number(facts.capturedMinor) : Number.NaN));
    assert.deepEqual(
      captured,
      captured.toSorted((a, b) => a - b),
      "what was captured so far only grows",
    );
    const { eventSequence } = await getPrisma().authorization.findUniqueOrThrow({ where: { id: record } });
    assert.equal(eventSequence, expected.length);
  }
});

test("a refusal or repeat leaves no gap, and an expiry is one event", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 40);
  const options = { params: { id }, body: { amount: 10 }, idempotencyKey: "capture-1" };
  await call(tenant, contracts.captureAuthorization, options);
  await call(tenant, contracts.captureAuthorization, options);
  const tooMuch = { params: { id }, body: { amount: 99 } };
  await expectError(tenant, contracts.captureAuthorization, tooMuch, {
    status: 409,
    code: "amount_exceeds_remaining_hold",
  });
  clock.advance(40 * DAY_MS);
  await expireHolds({ now: clock.now() });
  await reverse(tenant, id);
  assert.deepEqual(await eventsOf(tenant, id), ["1 approved", "2 captured", "3 expired", "4 reversed"]);
});
