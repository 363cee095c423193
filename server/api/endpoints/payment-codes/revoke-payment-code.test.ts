import assert from "node:assert/strict";
import { test } from "node:test";
import { incrementAuthorization } from "@/server/contracts/rest/authorizations";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { assertBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { assertFigures, capture, increment } from "@/server/testing/factories/authorization-steps";
import { createTestCode, outcomeOf, readCode, redeem, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const MISSING = { status: 404, code: "payment_code_not_found" } as const;

async function revoke(tenant: TestTenant, code: string, body?: { reason?: string }) {
  const reply = await call(tenant, revokePaymentCode, { params: { code }, ...(body ? { body } : {}) });
  assert.equal(reply.status, 200);
  return reply.body;
}

test("a revoked code is declined with 62, its PIN is gone, and the record says when and why", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  clock.advance(1_000);
  assert.deepEqual(await revoke(tenant, code.code, { reason: "lost phone" }), {
    recordId: code.recordId,
    revoked: true,
  });
  const { status, revoked, revokedAt, revokeReason, usesRemaining } = await readCode(tenant, code);
  assert.deepEqual([status, revoked, usesRemaining], ["Code Revoked", true, 0]);
  assert.deepEqual([revokedAt, revokeReason], ["2026-03-02T10:00:01.000Z", "lost phone"]);
  assert.equal((await storedCode(code)).pinHash, null);
  assert.equal(await outcomeOf(tenant, code), "62");
  assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "62");
});

test("revoking again is no error and changes neither time nor reason; no body is needed", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  assert.equal((await revoke(tenant, code.code, { reason: "first" })).revoked, true);
  clock.advance(60_000);
  assert.equal((await revoke(tenant, code.code, { reason: "second thoughts" })).revoked, true);
  assert.equal((await revoke(tenant, code.code)).revoked, true);
  const { revoked, revokedAt, revokeReason } = await readCode(tenant, code);
  assert.deepEqual([revoked, revokedAt, revokeReason], [true, START, "first"]);
});

test("an ended code keeps the state that ended it, and is revoked beside it", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [used, locked] = [await createTestCode(tenant), await createTestCode(tenant, { lockoutThreshold: 1 })];
  assert.equal(await outcomeOf(tenant, used), "approved");
  assert.equal(await outcomeOf(tenant, { ...locked, pin: locked.wrongPin }), "75");
  const [overdue, expired] = [await createTestCode(tenant), await createTestCode(tenant)];
  clock.advance(600_000);
  // `overdue` is past its time but still stored as active; `expired` has been stored as expired by the failed attempt.
  assert.equal(await outcomeOf(tenant, expired), "54");
  const revokedAt = clock.now().toISOString();
  for (const [code, status, declinedWith] of [
    [used, "Code Used", "65"],
    [locked, "Code Locked", "75"],
    [overdue, "Code Expired", "54"],
    [expired, "Code Expired", "54"],
  ] as const) {
    const before = await readCode(tenant, code);
    assert.deepEqual([before.status, before.revoked, before.revokedAt], [status, false, null]);
    for (const reason of ["lost", "lost again"]) {
      assert.deepEqual(await revoke(tenant, code.code, { reason }), { recordId: code.recordId, revoked: true });
      clock.advance(1_000);
    }
    const shown = await readCode(tenant, code);
    assert.deepEqual([shown.status, shown.revoked, shown.revokeReason], [status, true, "lost"]);
    assert.ok(shown.revokedAt && shown.revokedAt >= revokedAt);
    assert.equal((await storedCode(code)).pinHash, null);
    assert.equal(await outcomeOf(tenant, code), declinedWith);
  }
});

test("a used and revoked code keeps its hold, which grows no more", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const id = (await redeem(tenant, code, { amount: 10 })).body.recordId ?? "";
  await increment(tenant, id, 5);
  await revoke(tenant, code.code);
  const { body } = await call(tenant, incrementAuthorization, { params: { id }, body: { amount: 5 } });
  assert.equal(body.status === "declined" ? body.reasonCode : body.status, "62");
  await assertFigures(tenant, id, ["Authorization Approved", 15, 0, 0]);
});

test("holds made with a code outlive it", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { allowRecurring: true });
  const id = (await redeem(tenant, code, { amount: 60 })).body.recordId ?? "";
  await revoke(tenant, code.code);
  await assertFigures(tenant, id, ["Authorization Approved", 60, 0, 0]);
  await capture(tenant, id, 60);
  await assertBalance(code.card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
});

test("only the minting tenant revokes a code, in its environment, also while suspended", async () => {
  const [tenant, stranger] = [await createTestTenant(), await createTestTenant()];
  const code = await createTestCode(tenant);
  const params = { code: code.code };
  const unknown = await expectError(stranger, revokePaymentCode, { params: { code: "0000000000" } }, MISSING);
  for (const caller of [stranger, await createTestKey(tenant, { environment: "live" })]) {
    assert.equal((await expectError(caller, revokePaymentCode, { params }, MISSING)).text, unknown.text);
  }
  assert.equal((await readCode(tenant, code)).status, "Code Active");
  await suspendTestTenant(tenant);
  assert.equal((await revoke(tenant, code.code)).revoked, true);
});

test("a reason is one line of at most 256 characters", async () => {
  const tenant = await createTestTenant();
  const { code } = await createTestCode(tenant);
  for (const reason of ["x".repeat(257), "two\nlines", 7]) {
    const options = { params: { code }, rawBody: JSON.stringify({ reason }) };
    const invalid = { status: 400, code: "validation_error" } as const;
    assert.equal((await expectError(tenant, revokePaymentCode, options, invalid)).error.field, "reason");
  }
  assert.equal((await revoke(tenant, code, { reason: "x".repeat(256) })).revoked, true);
});
