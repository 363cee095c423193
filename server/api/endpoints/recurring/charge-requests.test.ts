import assert from "node:assert/strict";
import { test } from "node:test";
import { chargeRecurring, getChargeRequest } from "@/server/contracts/rest/recurring";
import { approveChargeRequest, denyChargeRequest } from "@/server/contracts/rest/sandbox";
import { approveCharge as approveAsMember } from "@/server/domain/authorizations";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import {
  charge,
  chargeOutcome,
  createTestAgreement,
  readAgreement,
  revoke,
  type TestAgreement,
} from "@/server/testing/factories/agreements";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  approveCharge,
  createShopWithAgreement,
  denyCharge,
  readChargeRequest,
  requestTestCharge,
} from "@/server/testing/factories/charge-requests";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const NOT_PENDING = { status: 409, code: "charge_request_not_pending" } as const;
const LIMIT = { status: 409, code: "recurring_request_limit_reached" } as const;

async function countEffects(): Promise<number[]> {
  const tables = ["authorizations", "captures", "events", "entries", "audit_records", "charge_requests"];
  return Promise.all(tables.map(countRows));
}

async function countRequests({ id }: Pick<TestAgreement, "id">): Promise<number> {
  const rows = await queryTestDatabase("SELECT 1 FROM charge_requests WHERE agreement_id = $1", [id]);
  return rows.length;
}

async function eventsOf({ tenant }: TestMerchant) {
  return (await listStoredEvents(tenant)).map(({ type, facts }) => ({ type, facts }));
}

const askBody = ({ id }: Pick<TestAgreement, "id">, amount = 35) => ({
  body: { recurringAuthorizationId: id, amount, onExceed: "ask" as const },
});

test("a charge over the cap waits for the member; approved, it is one sale of exactly that amount", async () => {
  const clock = withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement();
  const request = await requestTestCharge(merchant, agreement, { merchantReference: "beans-2026-03" });
  await assertBalance(agreement.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  assert.deepEqual(await eventsOf(merchant), []);
  const pending = await readChargeRequest(merchant, request);
  assert.deepEqual(pending, {
    chargeRequestId: request.id,
    status: "PendingApproval",
    recurringAuthorizationId: agreement.id,
    merchant: merchant.id,
    memberId: agreement.card.memberId,
    amount: 35,
    currency: "USD",
    merchantReference: "beans-2026-03",
    exceeds: "maxAmount",
    createdAt: START,
    expiresAt: "2026-03-05T10:00:00.000Z",
    decidedAt: null,
    authorizationId: null,
    recordId: null,
    transactionId: null,
    receipt: null,
  });
  clock.advance(60_000);
  const { body: approved } = await approveCharge(merchant.tenant, request);
  const { status, authorizationId, recordId, transactionId, receipt, decidedAt, ...rest } = approved;
  assert.deepEqual([status, decidedAt], ["Approved", "2026-03-02T10:01:00.000Z"]);
  assert.ok(authorizationId && recordId && transactionId && receipt);
  assert.deepEqual(rest, {
    ...Object.fromEntries(Object.entries(pending).filter(([field]) => field in rest)),
  });
  assert.deepEqual(await readChargeRequest(merchant, request), approved);
  await assertBalance(agreement.card.accountId, { postedMinor: 965_00n, heldMinor: 0n });
  const events = await eventsOf(merchant);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["authorization.approved", "authorization.captured"],
  );
  for (const { facts } of events) {
    assert.deepEqual(facts.metadata, { chargeRequestId: request.id });
    assert.equal(facts.merchantReference, "beans-2026-03");
  }
  const { charges, maxAmount, nextChargeOn } = await readAgreement(merchant, agreement);
  assert.deepEqual([charges, maxAmount, nextChargeOn], [1, 20, "2026-04-02"]);
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 20.01 }), "61", "the cap stays");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 20 }), "65", "so does the interval");
  await assertBooksBalance();
});

test("an early charge can be asked about; denied, it is the decline that it would have been", async () => {
  const clock = withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement();
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 18 }), "PendingSettlement");
  clock.advance(60_000);
  const request = await requestTestCharge(merchant, agreement, { amount: 18 });
  assert.equal((await readChargeRequest(merchant, request)).exceeds, "interval");
  const { body } = await denyCharge(merchant.tenant, request);
  assert.deepEqual([body.status, body.transactionId, body.receipt], ["Denied", null, null]);
  const declined = (await eventsOf(merchant)).at(-1);
  assert.equal(declined?.type, "authorization.declined");
  assert.deepEqual(
    [declined?.facts.authorizationId, declined?.facts.reasonCode, declined?.facts.metadata],
    [body.authorizationId, "65", { chargeRequestId: request.id }],
  );
  await assertBalance(agreement.card.accountId, { postedMinor: 982_00n, heldMinor: 0n });
  assert.equal((await readAgreement(merchant, agreement)).charges, 1);
  await assertBooksBalance();
});

test("within the terms nothing is asked, and what else is in the way stays a decline", async () => {
  const clock = withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement({ endsOn: "2026-03-03" });
  const ask = { onExceed: "ask" } as const;
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 20, ...ask }), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 35, currency: "EUR", ...ask }), "57");
  clock.advance(2 * DAY_MS);
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 35, ...ask }), "61", "it is past its last day");
  await revoke(merchant, agreement);
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 35, ...ask }), "R1");
  assert.equal(await countRequests(agreement), 0);
});

test("without onExceed a charge is declined as ever; another word than ask is refused", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const { body } = await charge(merchant, agreement, { amount: 35 });
  assert.deepEqual([body.status, body.reasonCode, body.details], ["Declined", "61", { limit: "agreement" }]);
  const rawBody = JSON.stringify({ recurringAuthorizationId: agreement.id, amount: 35, onExceed: "decline" });
  const { error } = await expectError(
    merchant,
    chargeRecurring,
    { rawBody },
    { status: 400, code: "validation_error" },
  );
  assert.equal(error.field, "onExceed");
  assert.equal(await countRequests(agreement), 0);
});

test("a request ends once: whoever answers again, or otherwise, changes nothing", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const first = await requestTestCharge(merchant, agreement);
  await approveCharge(merchant.tenant, first);
  const second = await requestTestCharge(merchant, agreement);
  await denyCharge(merchant.tenant, second);
  const before = await countEffects();
  for (const { id } of [first, second]) {
    for (const answer of [approveChargeRequest, denyChargeRequest]) {
      await expectError(merchant.tenant, answer, { params: { id } }, NOT_PENDING);
    }
  }
  assert.deepEqual(await countEffects(), before);
});

test("a repeat of the question, or of the answer, under its key changes nothing and is answered alike", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const asking = { amount: 35, onExceed: "ask", idempotencyKey: "ask" } as const;
  const first = await charge(merchant, agreement, asking);
  const request = { id: first.body.chargeRequestId ?? "" };
  const asked = await countEffects();
  assert.equal((await charge(merchant, agreement, asking)).text, first.text);
  assert.deepEqual(await countEffects(), asked);
  const approved = await approveCharge(merchant.tenant, request, "yes");
  const answered = await countEffects();
  assert.equal((await approveCharge(merchant.tenant, request, "yes")).text, approved.text);
  assert.equal((await charge(merchant, agreement, asking)).text, first.text);
  assert.deepEqual(await countEffects(), answered);
});

test("nobody is flooded: one question at a time, and three in 24 hours", async () => {
  const clock = withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement();
  for (let asked = 0; asked < 3; asked += 1) {
    const request = await requestTestCharge(merchant, agreement);
    const { error } = await expectError(merchant, chargeRecurring, askBody(agreement), LIMIT);
    assert.deepEqual(error.details, { limit: 1, chargeRequestId: request.id });
    await denyCharge(merchant.tenant, request);
  }
  const { error } = await expectError(merchant, chargeRecurring, askBody(agreement), LIMIT);
  assert.deepEqual(error.details, { limit: 3 });
  assert.equal(
    await chargeOutcome(merchant, agreement, { amount: 20 }),
    "PendingSettlement",
    "what is allowed goes on",
  );
  clock.advance(DAY_MS);
  await requestTestCharge(merchant, agreement);
});

test("an obstacle to an approved charge leaves nothing behind, and the request can be approved later", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant, { fundsMinor: 30_00n });
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const request = await requestTestCharge(merchant, agreement);
  const before = await countEffects();
  const refused = { status: 409, code: "charge_not_possible" } as const;
  const params = { params: { ...request } };
  const { error } = await expectError(merchant.tenant, approveChargeRequest, params, refused);
  assert.deepEqual(error.details, { reasonCode: "51" });
  assert.match(error.message, /doesn’t have enough money available/);
  await queryTestDatabase("UPDATE accounts SET credit_limit_minor = 5000 WHERE id = $1", [card.accountId]);
  await suspendTestMerchant(merchant);
  const suspended = await expectError(merchant.tenant, approveChargeRequest, params, refused);
  assert.deepEqual(suspended.error.details, { reasonCode: "03" });
  assert.deepEqual(await countEffects(), before);
  assert.equal((await readChargeRequest(merchant, request)).status, "PendingApproval");
  await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [merchant.id]);
  assert.equal((await approveCharge(merchant.tenant, request)).body.status, "Approved");
});

test("no one else sees a request or answers it, and a suspended tenant's is not paid", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const request = await requestTestCharge(merchant, agreement);
  const notFound = { status: 404, code: "charge_request_not_found" } as const;
  const live = await createTestMerchant(await createTestKey(merchant.tenant, { environment: "live" }));
  const stranger = await createTestMerchant(await createTestTenant());
  const body = { chargeRequestId: request.id };
  for (const other of [await createTestMerchant(merchant.tenant), stranger, live]) {
    await expectError(other, getChargeRequest, { body }, notFound);
  }
  for (const answer of [approveChargeRequest, denyChargeRequest]) {
    await expectError(stranger.tenant, answer, { params: { ...request } }, notFound);
    await expectError(merchant.tenant, answer, { params: { id: "nothing" } }, notFound);
  }
  await suspendTestTenant(merchant.tenant);
  const suspended = { status: 403, code: "tenant_suspended" } as const;
  await expectError(merchant, chargeRecurring, askBody(agreement), suspended);
  const caller = memberCaller(merchant.tenant, agreement.card);
  await assert.rejects(approveAsMember(caller, { id: request.id, seen: null }, null), /can’t take payments/);
  await assertBalance(agreement.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});
