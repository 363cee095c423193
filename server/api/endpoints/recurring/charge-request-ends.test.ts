import assert from "node:assert/strict";
import { test } from "node:test";
import { approveChargeRequest, denyChargeRequest } from "@/server/contracts/rest/sandbox";
import { endChargeRequests } from "@/server/domain/authorizations";
import { assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { charge, revoke, type TestAgreement } from "@/server/testing/factories/agreements";
import {
  createShopWithAgreement,
  readChargeRequest,
  requestTestCharge,
} from "@/server/testing/factories/charge-requests";
import type { TestMerchant } from "@/server/testing/factories/merchants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const NOT_PENDING = { status: 409, code: "charge_request_not_pending" } as const;

test("without an answer a request expires after three days: a decline, once, with its event", async () => {
  const clock = withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement();
  const request = await requestTestCharge(merchant, agreement);
  clock.advance(3 * DAY_MS - 1);
  assert.equal(await endChargeRequests({ now: clock.now() }), 0);
  clock.advance(1);
  assert.equal((await readChargeRequest(merchant, request)).status, "Expired");
  for (const answer of [approveChargeRequest, denyChargeRequest]) {
    const { error } = await expectError(merchant.tenant, answer, { params: { ...request } }, NOT_PENDING);
    assert.deepEqual(error.details, { status: "Expired", allowed: ["PendingApproval"] });
  }
  const sweeps = await Promise.all([endChargeRequests({ now: clock.now() }), endChargeRequests({ now: clock.now() })]);
  assert.equal(sweeps[0] + sweeps[1], 1);
  const ended = await readChargeRequest(merchant, request);
  assert.deepEqual([ended.status, ended.transactionId], ["Expired", null]);
  const events = await listStoredEvents(merchant.tenant);
  assert.deepEqual(
    events.map(({ type, facts }) => [type, facts.reasonCode, facts.authorizationId]),
    [["authorization.declined", "61", ended.authorizationId]],
  );
});

for (const [what, end] of [
  ["another charge", (merchant: TestMerchant, agreement: TestAgreement) => charge(merchant, agreement, { amount: 20 })],
  ["a revocation", (merchant: TestMerchant, agreement: TestAgreement) => revoke(merchant, agreement)],
] as const) {
  test(`${what} of the agreement withdraws the request: the member can’t pay for one thing twice`, async () => {
    const clock = withFakeClock(START);
    const { merchant, agreement } = await createShopWithAgreement();
    const request = await requestTestCharge(merchant, agreement);
    await end(merchant, agreement);
    assert.equal((await readChargeRequest(merchant, request)).status, "Withdrawn");
    await expectError(merchant.tenant, approveChargeRequest, { params: { ...request } }, NOT_PENDING);
    assert.equal(await endChargeRequests({ now: clock.now() }), 1);
    const { status, authorizationId } = await readChargeRequest(merchant, request);
    assert.equal(status, "Withdrawn");
    const declined = (await listStoredEvents(merchant.tenant)).filter(({ type }) => type === "authorization.declined");
    assert.deepEqual(
      declined.map(({ facts }) => facts.authorizationId),
      [authorizationId],
    );
    await assertBooksBalance();
  });
}

test("an ended request makes room for the next before the sweep comes by", async () => {
  withFakeClock(START);
  const { merchant, agreement } = await createShopWithAgreement();
  const first = await requestTestCharge(merchant, agreement);
  await charge(merchant, agreement, { amount: 20 });
  const second = await requestTestCharge(merchant, agreement);
  assert.notEqual(first.id, second.id);
  const { status, authorizationId } = await readChargeRequest(merchant, first);
  assert.equal(status, "Withdrawn");
  assert.ok(authorizationId);
});
