import assert from "node:assert/strict";
import { test } from "node:test";
import { redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import {
  amountsLeft,
  assertFigures,
  capture,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, readCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("an approval names the hold, its expiry, and who pays; the record names the code in place of a card", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant({ mcc: "5814" });
  const code = await createTestCode(tenant);
  const { status, body } = await redeem(tenant, code, {
    amount: 12.34,
    metadata: { table: 4 },
    deviceFingerprint: "tablet",
  });
  const { authorizationId, recordId, matchWords, ...rest } = body;
  assert.deepEqual(
    [status, rest],
    [
      201,
      {
        status: "approved",
        amount: 12.34,
        expires: "2026-03-09T10:00:00.000Z",
        transactionId: null,
        account: code.card.accountId,
        member: code.card.memberId,
        reasonCode: null,
        reasonMessage: null,
        details: null,
        merchantReference: null,
      },
    ],
  );
  assert.match(matchWords ?? "", /^[a-z]+ [a-z]+$/);
  const { approvalCode, ...record } = await read(tenant, recordId ?? "");
  assert.match(approvalCode ?? "", /^\d{6}$/);
  assert.deepEqual(record, {
    id: recordId,
    authorizationId,
    recordId,
    status: "Authorization Approved",
    amount: 12.34,
    captured: 0,
    reversed: 0,
    ...amountsLeft(12.34, 0),
    currency: "USD",
    card: code.recordId,
    member: code.card.memberId,
    account: code.card.accountId,
    merchant: tenant.merchantId,
    merchantNameRaw: null,
    mcc: "5814",
    channel: null,
    mode: "04",
    responseCode: "00",
    reasonCode: null,
    reasonTitle: null,
    avsResult: null,
    cvvResult: null,
    created: "2026-03-02T10:00:00.000Z",
    expires: "2026-03-09T10:00:00.000Z",
    acknowledged: null,
    settled: null,
    parentAuthorization: null,
    merchantReference: null,
    metadata: { table: 4 },
    captures: [],
    refunds: [],
  });
  const row = await getPrisma().authorization.findUniqueOrThrow({ where: { id: recordId ?? "" } });
  assert.deepEqual(row.metadata, { table: 4 });
  assert.match(row.deviceHash ?? "", /^[0-9a-f]{64}$/);
  assert.equal(await read(tenant, authorizationId ?? "").then((found) => found.recordId), recordId);
});

test("a hold of a code is incremented, captured, voided and refunded like any other", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const id = (await redeem(tenant, code, { amount: 50 })).body.recordId ?? "";
  await increment(tenant, id, 10);
  await reverse(tenant, id, 10);
  await assertFigures(tenant, id, ["Authorization Partially Reversed", 60, 0, 10]);
  await capture(tenant, id, 40);
  await reverse(tenant, id, 15);
  await assertBalance(code.card.accountId, { postedMinor: 975_00n, heldMinor: 10_00n });
  await reverse(tenant, id);
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 40, 60]);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
  assert.equal((await readCode(tenant, code)).status, "Code Used", "money given back gives no use back");
});

test("with capture a code pays at once, repeats the same answer, and leaves nothing to hold", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const sale = { amount: 40, capture: true, idempotencyKey: "sale" };
  const { status, body } = await redeem(tenant, code, sale);
  assert.deepEqual([status, body.status], [201, "approved"]);
  const again = await redeem(tenant, code, sale);
  assert.deepEqual([again.status, again.body], [200, body]);
  const { captured, capturable, captures } = await read(tenant, body.recordId ?? "");
  assert.deepEqual(
    [captured, capturable, captures.map(({ transactionId }) => transactionId)],
    [40, 0, [body.transactionId]],
  );
  await assertBalance(code.card.accountId, { postedMinor: 960_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a decline is a 200 of the same shape, recorded, and says nothing of who would have paid", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const { status, body } = await redeem(tenant, { ...code, pin: code.wrongPin });
  const { recordId, authorizationId, ...rest } = body;
  assert.deepEqual(
    [status, rest],
    [
      200,
      {
        status: "declined",
        amount: 10,
        expires: null,
        transactionId: null,
        account: null,
        member: null,
        reasonCode: "55",
        reasonMessage: "The PIN is wrong.",
        details: {},
        matchWords: null,
        merchantReference: null,
      },
    ],
  );
  const record = await read(tenant, recordId ?? "");
  const { status: text, card, responseCode, reasonCode, reasonTitle } = record;
  assert.deepEqual(
    [record.authorizationId, text, card, responseCode, reasonCode, reasonTitle],
    [authorizationId, "Authorization Declined", code.recordId, "55", "55", "Incorrect PIN"],
  );
});

test("an unknown code is declined with 14, without ids and without a record", async () => {
  const tenant = await createTestTenant();
  const before = await countRows("authorizations");
  const { status, body } = await redeem(tenant, { code: "0000000000", pin: "0000000" }, { amount: 7.5 });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    status: "declined",
    amount: 7.5,
    authorizationId: null,
    recordId: null,
    expires: null,
    transactionId: null,
    account: null,
    member: null,
    reasonCode: "14",
    reasonMessage: "The card or code is closed or unknown.",
    details: {},
    matchWords: null,
    merchantReference: null,
  });
  assert.equal(await countRows("authorizations"), before);
});

test("any merchant of the environment redeems a code; the record is the acquirer's", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  const code = await createTestCode(issuer, { singleUse: false });
  const { status, body } = await redeem(acquirer, code);
  assert.equal(status, 201);
  assert.equal((await read(acquirer, body.recordId ?? "")).merchant, acquirer.merchantId);
  assert.equal((await readCode(issuer, code)).uses, 1);
  const elsewhere = await createTestKey(issuer, { environment: "live" });
  assert.equal(await outcomeOf(elsewhere, code), "14");
  assert.equal((await readCode(issuer, code)).uses, 1);
});

test("a code of the live environment is unknown in test", async () => {
  const live = await createTestTenant({ environment: "live" });
  const code = await createTestCode(live);
  assert.equal(await outcomeOf(await createTestKey(live, { environment: "test" }), code), "14");
  assert.equal(await outcomeOf(live, code), "approved");
});

test("a merchant must be the caller's own, of its environment", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const live = await createTestKey(tenant, { environment: "live" });
  const code = await createTestCode(tenant);
  for (const merchant of [other.merchantId, live.merchantId, "NoSuchMerchant001", "x"]) {
    const body = { code: code.code, pin: code.wrongPin, amount: 1, merchant };
    const expected = { status: 400, code: "invalid_reference" } as const;
    const { error } = await expectError(tenant, redeemPaymentCode, { body }, expected);
    assert.equal(error.field, "merchant");
  }
  assert.equal((await readCode(tenant, code)).triesLeft, 5, "a refused request is no try");
});

test("a suspended tenant redeems nothing, a suspended merchant is declined with 03, neither is a try", async () => {
  const [tenant, suspended] = [await createTestTenant(), await createTestTenant()];
  const code = await createTestCode(tenant, { card: await createTestCard(tenant) });
  await suspendTestTenant(suspended);
  const body = { code: code.code, pin: code.wrongPin, amount: 1, merchant: suspended.merchantId };
  await expectError(suspended, redeemPaymentCode, { body }, { status: 403, code: "tenant_suspended" });
  await getPrisma().merchant.update({ where: { id: tenant.merchantId }, data: { status: "suspended" } });
  assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "03");
  assert.equal((await readCode(tenant, code)).triesLeft, 5);
});
