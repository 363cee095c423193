import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { eventAfterApproval, listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function withCard() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  return { tenant, card };
}

test("an approval fires one event with the facts of the authorization and the request's key", async () => {
  const { tenant, card } = await withCard();
  const { body } = await call(tenant, contracts.createAuthorization, {
    body: { panToken: card.panToken, amount: 60.5, channel: "e-commerce", metadata: { table: "7", seats: 2 } },
    idempotencyKey: "order-1001",
  });
  assert.ok(body.status === "approved");
  assert.deepEqual(await listStoredEvents(tenant), [
    {
      type: "authorization.approved",
      facts: {
        authorizationId: body.authorizationId,
        recordId: body.recordId,
        amountMinor: "6050",
        currency: "USD",
        approvalCode: body.approvalCode,
        card: card.id,
        merchant: tenant.merchantId,
        channel: "CHANeCommerce0001",
        instrument: "card",
        merchantReference: null,
        metadata: { table: "7", seats: 2 },
        member: card.memberId,
        account: card.accountId,
      },
      idempotencyKey: "authorization.approved:order-1001",
      receivers: [],
    },
  ]);
});

test("a decline fires one event with its reason", async () => {
  const { tenant, card } = await withCard();
  const declined = await declineOf(tenant, card, 100.01, { reasonCode: "51" });
  const [event, ...more] = await listStoredEvents(tenant);
  assert.deepEqual(more, []);
  assert.equal(event?.type, "authorization.declined");
  assert.deepEqual(event.facts, {
    authorizationId: declined.authorizationId,
    recordId: declined.recordId,
    amountMinor: "10001",
    currency: "USD",
    approvalCode: null,
    card: card.id,
    merchant: tenant.merchantId,
    channel: null,
    instrument: "card",
    merchantReference: null,
    metadata: null,
    member: card.memberId,
    account: card.accountId,
    reasonCode: "51",
    reasonMessage: declined.reasonMessage,
  });
});

test("an unknown panToken is an error, and fires nothing", async () => {
  const tenant = await createTestTenant();
  const body = { panToken: "NoSuchCardToken01", amount: 5 };
  await expectError(tenant, contracts.createAuthorization, { body }, { status: 422, code: "14" });
  assert.deepEqual(await listStoredEvents(tenant), []);
});

test("a capture fires what was captured, in all so far, and what is left", async () => {
  const { tenant, card } = await withCard();
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  const { type, facts } = await eventAfterApproval(tenant);
  assert.equal(type, "authorization.captured");
  assert.deepEqual(
    [
      facts.recordId,
      facts.amountMinor,
      facts.amountCapturedMinor,
      facts.capturedMinor,
      facts.remainingMinor,
      facts.status,
    ],
    [id, "6000", "2000", "2000", "4000", "Authorization Partially Captured"],
  );
  await capture(tenant, id);
  const last = (await listStoredEvents(tenant)).at(-1);
  assert.deepEqual(
    [last?.facts.amountCapturedMinor, last?.facts.capturedMinor, last?.facts.remainingMinor, last?.facts.status],
    ["4000", "6000", "0", "Authorization Captured"],
  );
});

const REVERSALS = [
  { what: "a void", captured: 0, amount: 10, facts: ["1000", "1000", "1000", "0", "void"] },
  { what: "a refund", captured: 60, amount: 10, facts: ["1000", "1000", "0", "1000", "refund"] },
  {
    what: "void and refund at once",
    captured: 25,
    amount: undefined,
    facts: ["6000", "6000", "3500", "2500", "mixed"],
  },
] as const;

for (const { what, captured, amount, facts } of REVERSALS) {
  test(`${what} fires what was reversed and of which kind`, async () => {
    const { tenant, card } = await withCard();
    const { recordId: id } = await authorize(tenant, card, 60);
    if (captured > 0) await capture(tenant, id, captured);
    await reverse(tenant, id, amount, { reason: "RV05" });
    const events = await listStoredEvents(tenant);
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type === "authorization.reversed"),
      ["authorization.reversed"],
    );
    const event = events.find(({ type }) => type === "authorization.reversed");
    const { amountReversedMinor, reversedMinor, amountVoidedMinor, amountRefundedMinor, kind } = event?.facts ?? {};
    assert.deepEqual([amountReversedMinor, reversedMinor, amountVoidedMinor, amountRefundedMinor, kind], facts);
    assert.equal(event?.facts.reasonCode, "RV05");
  });
}

test("an event about an increment carries the increment's own figures, about the parent the family's", async () => {
  const { tenant, card } = await withCard();
  const { recordId: parent } = await authorize(tenant, card, 50);
  const { recordId: child } = await increment(tenant, parent, 30);
  await capture(tenant, child, 10);
  await capture(tenant, parent, 60);
  const captured = (await listStoredEvents(tenant)).filter(({ type }) => type === "authorization.captured");
  assert.deepEqual(
    captured.map(({ facts }) => [facts.recordId, facts.amountMinor, facts.capturedMinor, facts.remainingMinor]),
    [
      [child, "3000", "1000", "2000"],
      [parent, "8000", "7000", "1000"],
    ],
  );
});
