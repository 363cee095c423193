import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { authorizeRecurring } from "@/server/contracts/rest/recurring";
import { advanceSandboxClock, getSandboxClock } from "@/server/contracts/rest/sandbox-clock";
import { getPrisma } from "@/server/db/prisma";
import { sealBooks } from "@/server/domain/books";
import { sandboxJumps, sweepSandboxClocks } from "@/server/domain/sandbox";
import { newRecordId } from "@/server/platform/ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { attemptAtOnce, collectHandOvers } from "@/server/testing/engine/delivery-queue";
import {
  AGREEMENT_TERMS,
  chargeOutcome,
  createTestAgreement,
  readAgreement,
  requestTestAgreement,
} from "@/server/testing/factories/agreements";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, capture, read } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import {
  createTestDelivery,
  runOnce,
  storedAttempts,
  storedDelivery,
} from "@/server/testing/factories/webhook-deliveries";
import { finishJobs } from "@/server/testing/long-jobs";
import { advanceTestClock, readTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const at = (day: number, time: string) => `2026-03-${String(day).padStart(2, "0")}T${time}.000Z`;

test("seven days expire a hold, settle a day, end a request, and give what is on the way its moment", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const hold = await authorize(tenant, card, 10);
  const { card: buyer } = await createTestSale(shop, { amount: 25 });
  const asked = await requestTestAgreement(shop);
  const clock = await advanceTestClock(tenant, { days: 7 });
  assert.deepEqual([clock.now, clock.realNow, clock.aheadSeconds], [at(9, "10:00:00"), START, 604_800]);
  const { from, to, happened, hasMore } = clock.lastMove;
  assert.deepEqual([from, to, hasMore], [START, at(9, "10:00:00"), false]);
  assert.deepEqual(
    happened.map(({ at: when, kind, amount }) => [when, kind, amount]),
    [
      [at(3, "00:15:00"), "settled", 25],
      [at(9, "10:00:00"), "agreement_request_expired", null],
      [at(9, "10:00:00"), "hold_expired", 10],
    ],
  );
  assert.equal((await read(tenant, hold.recordId)).status, "Authorization Expired");
  assert.equal((await readAgreement(shop, asked)).status, "Expired");
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBalance(buyer.accountId, { postedMinor: 975_00n, heldMinor: 0n });
  const batches = await getPrisma().settlementBatch.findMany({ where: { tenantId: tenant.id } });
  assert.deepEqual(
    batches.map(({ merchantId, settledDay, payoutMinor }) => [
      merchantId,
      settledDay.toISOString().slice(0, 10),
      payoutMinor,
    ]),
    [[shop.id, "2026-03-02", 25_00n]],
  );
  await assertBooksBalance();
  assert.ok((await sealBooks({ now: new Date(START) })).blocks > 0);
  await assertBooksBalance();
});

test("payments follow the tenant's clock: a hold lasts seven days from it, and an agreement falls due", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const agreement = await createTestAgreement(shop, { maxAmount: 20, interval: "monthly" });
  assert.equal(await chargeOutcome(shop, agreement), "PendingSettlement");
  assert.notEqual(await chargeOutcome(shop, agreement), "PendingSettlement");
  const { now, lastMove } = await advanceTestClock(tenant, { days: 31 });
  assert.deepEqual(
    lastMove.happened.map(({ at: when, kind }) => [when, kind]),
    [
      [at(3, "00:15:00"), "settled"],
      ["2026-04-02T00:00:00.000Z", "agreement_due"],
    ],
  );
  assert.equal(await chargeOutcome(shop, agreement), "PendingSettlement");
  const { recordId, expires } = await authorize(tenant, await createTestCard(tenant), 5);
  assert.equal(expires, new Date(Date.parse(now) + 7 * DAY_MS).toISOString());
  assert.equal((await read(tenant, recordId)).created, now);
  await capture(tenant, recordId);
  await assertBooksBalance();
});

test("a receiver that fails for 39 hours gets seven attempts, each when it is due, signed by real time", async (t) => {
  attemptAtOnce(t);
  withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId } = await createTestDelivery(receiver.url);
  const { lastMove } = await advanceTestClock(tenant, { days: 2 });
  const minutes = [0, 1, 6, 36, 156, 876, 2_316];
  const times = minutes.map((minute) => new Date(Date.parse(START) + minute * 60_000).toISOString());
  const attempts = await storedAttempts(deliveryId);
  assert.deepEqual(
    attempts.map(({ number, startedAt }) => [number, startedAt.toISOString()]),
    times.map((time, index) => [index + 1, time]),
  );
  const { status, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([status, nextAttemptAt, receiver.received.length], ["exhausted", null, 7]);
  assert.deepEqual(
    lastMove.happened.map(({ at: when, kind, id, attempt, delivered }) => [when, kind, id, attempt, delivered]),
    // The first attempt was already due when the clock started moving.
    times.slice(1).map((time, index) => [time, "webhook_attempt", deliveryId, index + 2, false]),
  );
  const signedAt = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
  assert.deepEqual(new Set(signedAt), new Set([String(Date.parse(START) / 1_000)]));
});

test("asked twice under one key it moves once; a second jump begins where the first ended", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const [first, twin] = await Promise.all([
    advanceTestClock(tenant, { hours: 1 }, "jump-1"),
    advanceTestClock(tenant, { hours: 1 }, "jump-1"),
  ]);
  const repeat = await advanceTestClock(tenant, { hours: 1 }, "jump-1");
  assert.deepEqual(new Set([first.now, twin.now, repeat.now]), new Set([at(2, "11:00:00")]));
  await advanceTestClock(tenant, { hours: 1 }, "jump-2");
  const { now, lastMove } = await readTestClock(tenant);
  assert.deepEqual([now, lastMove?.from, lastMove?.to], [at(2, "12:00:00"), at(2, "11:00:00"), at(2, "12:00:00")]);
  // Without its idempotency record the jump can't be replayed, but its key still can't start another.
  await getPrisma().idempotencyKey.deleteMany({ where: { key: "jump-1" } });
  const reused = { status: 422, code: "idempotency_key_reused" } as const;
  await expectError(tenant, advanceSandboxClock, { body: { days: 30 }, idempotencyKey: "jump-1" }, reused);
  assert.equal((await advanceTestClock(tenant, { hours: 1 }, "jump-1")).lastMove.to, at(2, "11:00:00"));
  await advanceTestClock(tenant, { to: at(4, "00:00:00") });
  assert.equal((await readTestClock(tenant)).now, at(4, "00:00:00"));
});

test("it never goes back, nor more than a year ahead, nor in live, nor by what isn't said clearly", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  await advanceTestClock(tenant, { days: 2 });
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const body of [{ to: at(3, "00:00:00") }, { to: at(4, "10:00:00") }, { days: 365 }, { days: 1, hours: 1 }, {}]) {
    await expectError(tenant, advanceSandboxClock, { body }, invalid);
  }
  assert.equal((await readTestClock(tenant)).now, at(4, "10:00:00"));
  const live = await createTestKey(tenant, { environment: "live" });
  const notThere = { status: 404, code: "not_found" } as const;
  await expectError(live, advanceSandboxClock, { body: { days: 1 } }, notThere);
  await expectError(live, getSandboxClock, {}, notThere);
  // Live payments of the same tenant use real time.
  assert.equal((await authorize(live, await createTestCard(live), 5)).expires, at(9, "10:00:00"));
  await assert.rejects(
    getPrisma().sandboxClock.update({ where: { tenantId: tenant.id }, data: { aheadMs: 0n } }),
    /never goes back/,
  );
});

test("a payment across two clocks is refused and changes nothing; another tenant's records stay", async () => {
  withFakeClock(START);
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const [card, theirs] = [await createTestCard(tenant), await createTestCard(other)];
  const hold = await authorize(other, theirs, 10);
  const acrossBefore = await authorize(tenant, theirs, 20);
  await advanceTestClock(tenant, { days: 6 });
  const refused = { status: 409, code: "sandbox_clocks_differ" } as const;
  const pay = (panToken: string) => ({ body: { panToken, amount: 5 } });
  await expectError(tenant, createAuthorization, pay(theirs.panToken), refused);
  await expectError(other, createAuthorization, pay(card.panToken), refused);
  const shop = await createTestMerchant(tenant);
  const ask = { body: { memberId: theirs.memberId, ...AGREEMENT_TERMS } };
  await expectError(shop, authorizeRecurring, ask, refused);
  await assertBalance(theirs.accountId, { postedMinor: 1_000_00n, heldMinor: 30_00n });
  await advanceTestClock(tenant, { days: 2 });
  // The tenant's own hold on another tenant's member has expired; the other tenant's hold has not.
  assert.equal((await read(tenant, acrossBefore.recordId)).status, "Authorization Expired");
  assert.equal((await read(other, hold.recordId)).status, "Authorization Approved");
  await assertBalance(theirs.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n });
  assert.equal((await call(other, createAuthorization, pay(theirs.panToken))).body.status, "approved");
  await assertBooksBalance();
});

test("payments made meanwhile are by the clock before or after, and the books balance", async () => {
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 10_000_00n });
  const pay = async () => {
    for (let i = 0; i < 15; i += 1) {
      await createTestSale(shop, { card, amount: 1 });
      await authorize(tenant, card, 1);
    }
  };
  await Promise.all([pay(), pay(), advanceTestClock(tenant, { days: 8 }), pay()]);
  await advanceTestClock(tenant, { days: 8 });
  await assertBalance(card.accountId, { postedMinor: 9_955_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("an abandoned jump is finished in the background; later due work too", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await authorize(tenant, card, 10);
  await advanceTestClock(tenant, { days: 3 });
  // Simulates a process that died right after starting a jump.
  const jump = {
    id: newRecordId(clock.now()),
    tenantId: tenant.id,
    fromAt: at(5, "10:00:00"),
    toAt: at(7, "10:00:00"),
  };
  await getPrisma().sandboxJump.create({ data: { ...jump, askedAs: "a request", askedAt: clock.now() } });
  await expectError(tenant, advanceSandboxClock, { body: { days: 1 } }, { status: 409, code: "sandbox_clock_moving" });
  await finishJobs(sandboxJumps);
  assert.equal((await readTestClock(tenant)).now, at(7, "10:00:00"));
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n });
  clock.advance(2 * DAY_MS);
  await sweepSandboxClocks();
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("webhooks of payments by a clock ahead go out at once, like any other", async (t) => {
  withFakeClock(START);
  const queue = collectHandOvers(t);
  const [ahead, other] = [await createTestTenant(), await createTestTenant()];
  await advanceTestClock(ahead, { days: 3 });
  const receiver = await startReceiver();
  for (const tenant of [ahead, other]) {
    const { deliveryId } = await createTestDelivery(receiver.url, tenant);
    await queue.waitFor(deliveryId, 1);
    assert.equal((await runOnce(deliveryId)).next, "end");
    const [attempt] = await storedAttempts(deliveryId);
    assert.equal(attempt?.startedAt.toISOString(), tenant === ahead ? at(5, "10:00:00") : START);
  }
  assert.equal(receiver.received.length, 2);
});
