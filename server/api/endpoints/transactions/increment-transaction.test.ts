import assert from "node:assert/strict";
import { test } from "node:test";
import {
  captureTransaction,
  getTransaction,
  incrementTransaction,
  voidTransaction,
} from "@/server/contracts/rest/transactions";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const NO_HOLD = { status: 404, code: "authorization_not_found" } as const;

async function withHold() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  return { tenant, merchant, ...(await createTestMerchantHold(merchant, { merchantReference: "room-7" })) };
}

test("adds to the hold of the merchant's own payment, which a capture then takes as a whole", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  const raised = await call(merchant, incrementTransaction, {
    body: { authorizationId, amount: 15.5, merchantReference: "room-7-minibar", metadata: { night: 2 } },
  });
  assert.equal(raised.status, 200);
  const { approved, authorizedAmount, riskScore, merchantReference, metadata } = raised.body;
  assert.deepEqual(
    { approved, authorizedAmount, riskScore, merchantReference, metadata },
    {
      approved: true,
      authorizedAmount: 15.5,
      riskScore: null,
      merchantReference: "room-7-minibar",
      metadata: { night: 2 },
    },
  );
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 75_50n });
  const root = (await call(merchant, getTransaction, { body: { merchantReference: "room-7" } })).body;
  assert.deepEqual(
    [root.recordId, root.authorizedAmount, root.parentAuthorization],
    [raised.body.parentAuthorization, 75.5, null],
  );
  const own = (await call(merchant, getTransaction, { body: { merchantReference: "room-7-minibar" } })).body;
  assert.deepEqual(
    [own.recordId, own.parentAuthorization, own.authorizedAmount, own.metadata],
    [raised.body.recordId, root.recordId, 15.5, { night: 2 }],
  );
  const { body } = await call(merchant, captureTransaction, { body: { authorizationId } });
  assert.deepEqual([body.capturedAmount, body.authorizationStatus], [75.5, "Authorization Captured"]);
  const approvals = (await listStoredEvents(tenant)).filter(({ type }) => type === "authorization.approved");
  assert.deepEqual(
    approvals.map(({ facts }) => [facts.merchantReference, facts.parentAuthorization ?? null]),
    [
      ["room-7", null],
      ["room-7-minibar", root.recordId],
    ],
  );
  await assertBooksBalance();
});

test("a capture beyond the account's funds is declined, and leaves the hold as it was", async () => {
  const { merchant, card, authorizationId } = await withHold();
  const declined = await call(merchant, incrementTransaction, {
    body: { authorizationId, amount: 5_000, merchantReference: "room-7-suite" },
  });
  const { approved, status, authorizedAmount, reasonCode } = declined.body;
  assert.deepEqual([approved, status, authorizedAmount, reasonCode], [false, "Authorization Declined", 0, "51"]);
  const record = (await call(merchant, getTransaction, { body: { merchantReference: "room-7-suite" } })).body;
  assert.deepEqual([record.approved, record.recordId], [false, declined.body.recordId]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 60_00n });
});

test("a reference shared by a first authorization and its increment finds the first", async () => {
  const { merchant, authorizationId } = await withHold();
  await call(merchant, incrementTransaction, { body: { authorizationId, amount: 1, merchantReference: "room-7" } });
  const record = (await call(merchant, getTransaction, { body: { merchantReference: "room-7" } })).body;
  assert.deepEqual(
    [record.authorizationId, record.authorizedAmount, record.otherAuthorizations],
    [authorizationId, 61, []],
  );
});

test("another merchant of the tenant, another tenant's, and no one add to it, by number or record id", async () => {
  const { tenant, merchant, card, authorizationId } = await withHold();
  const { recordId } = (await call(merchant, getTransaction, { body: { merchantReference: "room-7" } })).body;
  const colleague = await createTestMerchant(tenant);
  const stranger = await createTestMerchant(await createTestTenant());
  for (const sender of [colleague, stranger]) {
    for (const id of [authorizationId, recordId]) {
      await expectError(sender, incrementTransaction, { body: { authorizationId: id, amount: 1 } }, NO_HOLD);
    }
  }
  const unauthenticated = { status: 401, code: "authentication_failed" } as const;
  await expectError(null, incrementTransaction, { body: { authorizationId, amount: 1 } }, unauthenticated);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 60_00n });
});

test("the merchant adds to what its tenant authorized for it on /v1", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const { authorizationId, recordId } = await authorize(tenant, card, 20, { merchant: merchant.id });
  const { body } = await call(merchant, incrementTransaction, { body: { authorizationId, amount: 5 } });
  assert.deepEqual([body.approved, body.parentAuthorization], [true, recordId]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 25_00n });
});

test("bad amounts, what is over, and an increment itself are refused", async () => {
  const { merchant, authorizationId } = await withHold();
  for (const amount of [0, -1, 0.001, "5"]) {
    const options = { rawBody: JSON.stringify({ authorizationId, amount }) };
    await expectError(merchant, incrementTransaction, options, { status: 400, code: "validation_error" });
  }
  const { body } = await call(merchant, incrementTransaction, { body: { authorizationId, amount: 1 } });
  const closed = { status: 409, code: "authorization_not_incrementable" } as const;
  const child = { authorizationId: body.recordId ?? "", amount: 1 };
  await expectError(merchant, incrementTransaction, { body: child }, closed);
  await call(merchant, voidTransaction, { body: { authorizationId } });
  await expectError(merchant, incrementTransaction, { body: { authorizationId, amount: 1 } }, closed);
});

test("a repeat, by number or record id, has the first answer and adds nothing; another amount is refused", async () => {
  const { merchant, card, authorizationId } = await withHold();
  const { recordId } = (await call(merchant, getTransaction, { body: { merchantReference: "room-7" } })).body;
  const request = { amount: 10, metadata: { b: 1, a: [true, null] } };
  const idempotencyKey = "raise-1";
  const first = await call(merchant, incrementTransaction, { body: { authorizationId, ...request }, idempotencyKey });
  const again = await send(merchant, incrementTransaction, {
    body: { authorizationId: recordId, ...request },
    idempotencyKey,
  });
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal(again.text, first.text);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 70_00n });
  const other = { body: { authorizationId, ...request, amount: 11 }, idempotencyKey };
  await expectError(merchant, incrementTransaction, other, { status: 422, code: "idempotency_key_reused" });
  const otherWords = { body: { authorizationId, amount: 10, metadata: { b: 2 } }, idempotencyKey };
  await expectError(merchant, incrementTransaction, otherWords, { status: 422, code: "idempotency_key_reused" });
});
