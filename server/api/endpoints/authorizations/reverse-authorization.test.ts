import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { amountsLeft, assertFigures } from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { settleNow } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const { captureAuthorization, getAuthorization, reverseAuthorization } = contracts;
const CONFLICT = { status: 409, code: "authorization_not_reversible" } as const;

test("a reversal before capture is a void, of the customer unless said otherwise", async () => {
  const tenant = await createTestTenant();
  const { recordId, authorizationId } = await createTestHold(tenant);
  const params = { id: authorizationId };
  const part = await call(tenant, reverseAuthorization, { params, body: { amount: 10 }, idempotencyKey: "part" });
  assert.equal(part.status, 200);
  assert.deepEqual(part.body, {
    status: "partial-reversed",
    amountReversed: 10,
    amountVoided: 10,
    amountRefunded: 0,
    refundId: null,
    authorizationId,
    recordId,
    authorizationStatus: "Authorization Partially Reversed",
    merchantReference: null,
    reasonCode: "RV02",
    idempotencyKey: "part",
    settled: null,
  });
  const rest = await call(tenant, reverseAuthorization, { params, body: { reason: "RV03" } });
  const { status, amountReversed, reasonCode } = rest.body;
  assert.deepEqual([status, amountReversed, reasonCode], ["reversed", 50, "RV03"]);
  const record = await call(tenant, getAuthorization, { params });
  assert.deepEqual([record.body.status, record.body.reversed], ["Authorization Reversed", 60]);
});

test("a reversal after capture is a refund, in parts, also of an expired hold", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const params = { id: recordId };
  await call(tenant, captureAuthorization, { params, body: { amount: 30 } });
  clock.advance(30 * DAY_MS);
  const part = await call(tenant, reverseAuthorization, { params, body: { amount: 10, reason: "RV05" } });
  assert.deepEqual([part.body.status, part.body.amountReversed], ["partial-reversed", 10]);
  const rest = await call(tenant, reverseAuthorization, { params });
  assert.deepEqual([rest.body.status, rest.body.amountReversed], ["reversed", 20]);
});

test("bodies the contract does not allow are a 400", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const cases = [
    ["amount", ['"1"', "0", "-1", "0.001", "1.001", "1e400"]],
    ["kind", ['"mixed"', '"Void"', '""', "1"]],
    ["reason", ['"RV09"', '"rv02"', '""', "2", '"customer void"']],
  ] as const;
  for (const [field, values] of cases) {
    for (const value of values) {
      const options = { params: { id: recordId }, rawBody: `{"${field}":${value}}` };
      const expected = { status: 400, code: "validation_error" } as const;
      const { error } = await expectError(tenant, reverseAuthorization, options, expected);
      assert.equal(error.field, field, value);
    }
  }
});

test("more than there is to void, or to refund, is a 409 that says how much there is", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const options = { params: { id: recordId }, body: { amount: 60.01 } };
  const expected = { status: 409, code: "amount_exceeds_reversible" } as const;
  const toVoid = await expectError(tenant, reverseAuthorization, options, expected);
  assert.equal(toVoid.error.details.reversible, 60);
  await call(tenant, captureAuthorization, { params: options.params, body: { amount: 25 } });
  for (const [kind, reversible] of [
    ["refund", 25],
    ["void", 35],
    [undefined, 60],
  ] as const) {
    const body = { ...options.body, ...(kind ? { kind } : {}) };
    const { error } = await expectError(tenant, reverseAuthorization, { ...options, body }, expected);
    assert.deepEqual([error.details.reversible, error.details.kind], [reversible, kind ?? null]);
  }
});

test("reversed or declined can't be reversed: a 409 with the status", async () => {
  const tenant = await createTestTenant();
  const reversed = await createTestHold(tenant);
  await call(tenant, reverseAuthorization, { params: { id: reversed.recordId } });
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1n });
  const declined = await call(tenant, contracts.createAuthorization, { body: { panToken, amount: 5 } });
  const cases = [
    [reversed.recordId, "Authorization Reversed"],
    [declined.body.recordId ?? "", "Authorization Declined"],
  ] as const;
  for (const [id, status] of cases) {
    const { error } = await expectError(tenant, reverseAuthorization, { params: { id } }, CONFLICT);
    assert.equal(error.details.status, status);
    assert.ok(Array.isArray(error.details.allowed));
  }
});

test("kind void releases the hold left by a partial capture, kind refund returns only what was captured", async () => {
  const tenant = await createTestTenant();
  const { recordId, authorizationId } = await createTestHold(tenant);
  const params = { id: recordId };
  await call(tenant, captureAuthorization, { params, body: { amount: 25 } });
  const part = await call(tenant, reverseAuthorization, { params, body: { kind: "void", amount: 5 } });
  assert.deepEqual([part.body.status, part.body.amountReversed], ["partial-reversed", 5]);
  const rest = await call(tenant, reverseAuthorization, { params, body: { kind: "void" } });
  assert.deepEqual([rest.body.status, rest.body.amountReversed], ["partial-reversed", 30]);
  await assertFigures(tenant, authorizationId, ["Authorization Captured", 60, 25, 35]);
  const again = await expectError(tenant, reverseAuthorization, { params, body: { kind: "void" } }, CONFLICT);
  assert.equal(again.error.message, "Nothing is left to void: the status is Authorization Captured.");
  assert.deepEqual(again.error.details, {
    status: "Authorization Captured",
    allowed: ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"],
    ...amountsLeft(0, 25),
  });
  const over = { status: 409, code: "amount_exceeds_reversible" } as const;
  const tooMuch = { params, body: { kind: "refund", amount: 25.01 } } as const;
  const { error } = await expectError(tenant, reverseAuthorization, tooMuch, over);
  assert.deepEqual([error.field, error.details.kind, error.details.reversible], ["amount", "refund", 25]);
  const refund = await call(tenant, reverseAuthorization, { params, body: { kind: "refund" } });
  assert.deepEqual([refund.body.status, refund.body.amountReversed], ["reversed", 25]);
  const events = (await listStoredEvents(tenant)).filter(({ type }) => type === "authorization.reversed");
  assert.deepEqual(
    events.map(({ facts }) => `${facts.kind} ${facts.amountVoidedMinor} ${facts.amountRefundedMinor}`).sort(),
    ["refund 0 2500", "void 3000 0", "void 500 0"],
  );
  await assertBooksBalance();
});

test("kind refund leaves the hold, and works after expiry and settlement; kind void does not", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const params = { id: recordId };
  const early = await expectError(tenant, reverseAuthorization, { params, body: { kind: "refund" } }, CONFLICT);
  assert.deepEqual([early.error.details.voidable, early.error.details.refundable], [60, 0]);
  await call(tenant, captureAuthorization, { params, body: { amount: 30 } });
  const held = await call(tenant, reverseAuthorization, { params, body: { kind: "refund", amount: 10 } });
  assert.deepEqual([held.body.status, held.body.amountReversed], ["partial-reversed", 10]);
  await assertFigures(tenant, recordId, ["Authorization Partially Captured", 60, 30, 10]);
  await settleNow(tenant);
  clock.advance(30 * DAY_MS);
  await expectError(tenant, reverseAuthorization, { params, body: { kind: "void" } }, CONFLICT);
  const rest = await call(tenant, reverseAuthorization, { params, body: { kind: "refund" } });
  assert.deepEqual([rest.body.status, rest.body.amountReversed], ["reversed", 20]);
  await assertBooksBalance();
});

test("a suspended tenant still voids and refunds", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await call(tenant, captureAuthorization, { params: { id: recordId }, body: { amount: 20 } });
  await suspendTestTenant(tenant);
  const { body } = await call(tenant, reverseAuthorization, { params: { id: recordId } });
  assert.deepEqual([body.status, body.amountReversed], ["reversed", 60]);
});
