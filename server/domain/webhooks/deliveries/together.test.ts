import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { AttemptResult } from "@/server/domain/webhooks";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  bringToLastAttempt,
  createTestDelivery,
  deliveriesOf,
  giveSender,
  storedAttempts,
  storedDelivery,
  storedSubscription,
} from "@/server/testing/factories/webhook-deliveries";
import { multiplyDelivery } from "@/server/testing/faults/dead-host";
import { type ClaimedAttempt, claimAttempt, recordAttempt } from "./deliver";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const SENT = { requestHeaders: {}, responseBody: "", durationMs: 5 };
const ARRIVED: AttemptResult = { ...SENT, responseCode: 200, error: null };
const FAILED: AttemptResult = { ...SENT, responseCode: 500, error: "The receiver answered 500." };

/** Each is one failure away from being exhausted. */
async function lastAttempts(count: number, failureCount: number) {
  const { deliveryId, subscriptionId } = await createTestDelivery("http://localhost:65535/");
  await multiplyDelivery(deliveryId, count - 1);
  await bringToLastAttempt(subscriptionId, failureCount);
  const ids = await deliveriesOf(subscriptionId);
  for (const id of ids) await giveSender(id);
  return { subscriptionId, ids };
}

async function claimTogether(ids: readonly string[], at: Date): Promise<ClaimedAttempt[]> {
  const claims = await Promise.all(ids.map((id) => claimAttempt(id, at)));
  return claims.flatMap((claim) => claim ?? []);
}

test("a claim of several gets each once, though one is asked for twice and one is not due", async () => {
  const clock = withFakeClock(START);
  const { ids } = await lastAttempts(3, 0);
  const [first = "", second = "", late = ""] = ids;
  await getPrisma().webhookDelivery.update({
    where: { id: late },
    data: { nextAttemptAt: new Date("2026-03-02T10:01:00.000Z") },
  });
  const asked = [second, late, first, second, "NoSuchDelivery001"];
  const claims = await Promise.all(asked.map((id) => claimAttempt(id, clock.now())));
  assert.deepEqual(
    claims.map((claim) => claim?.deliveryId ?? null),
    [second, null, first, null, null],
  );
});

test("simultaneous last failures count one by one, and the one that makes 50 pauses, once", async () => {
  const clock = withFakeClock(START);
  const { subscriptionId, ids } = await lastAttempts(3, 48);
  const { version } = await storedSubscription(subscriptionId);
  const claims = await claimTogether(ids, clock.now());
  await Promise.all(claims.map((claim) => recordAttempt(claim, FAILED, clock.now())));
  const row = await storedSubscription(subscriptionId);
  assert.deepEqual([row.status, row.failureCount, row.version], ["paused", 51, version + 1]);
  assert.deepEqual(row.updatedAt, new Date("2026-03-02T10:00:00.005Z"));
});

test("an arrival in the same moment forgives earlier failures", async () => {
  const clock = withFakeClock(START);
  const { subscriptionId, ids } = await lastAttempts(3, 49);
  const claims = await claimTogether(ids, clock.now());
  const results = [FAILED, ARRIVED, FAILED];
  const recorded = await Promise.all(claims.map((claim, i) => recordAttempt(claim, results[i] ?? FAILED, clock.now())));
  assert.deepEqual(
    recorded.map((one) => one?.status),
    ["exhausted", "delivered", "exhausted"],
  );
  const row = await storedSubscription(subscriptionId);
  assert.deepEqual([row.status, row.failureCount], ["active", 2]);
  assert.deepEqual(row.lastDeliveryAt, new Date("2026-03-02T10:00:00.005Z"));
});

test("an attempt ended twice is written once", async () => {
  const clock = withFakeClock(START);
  const { ids } = await lastAttempts(1, 0);
  const [claim] = await claimTogether(ids, clock.now());
  assert.ok(claim);
  const recorded = await Promise.all([FAILED, ARRIVED].map((result) => recordAttempt(claim, result, clock.now())));
  assert.deepEqual(
    recorded.map((one) => one?.status ?? null),
    ["exhausted", null],
  );
  assert.equal((await storedAttempts(claim.deliveryId)).length, 1);
});

test("the end of a claim that was lost does not keep that of the next attempt from being written", async () => {
  const clock = withFakeClock(START);
  const { ids } = await lastAttempts(1, 0);
  const [claim] = await claimTogether(ids, clock.now());
  assert.ok(claim);
  const lost = { ...claim, attempt: claim.attempt - 1 };
  const recorded = await Promise.all([lost, claim].map((one) => recordAttempt(one, ARRIVED, clock.now())));
  assert.deepEqual(
    recorded.map((one) => one?.status ?? null),
    [null, "delivered"],
  );
});

test("one unwritable end keeps none of the others from being written", async () => {
  const clock = withFakeClock(START);
  const { ids } = await lastAttempts(8, 0);
  const claims = await claimTogether(ids, clock.now());
  const unwritable: AttemptResult = { ...ARRIVED, responseBody: "no text of PostgreSQL: \u0000" };
  const settled = await Promise.allSettled(
    claims.map((claim, i) => recordAttempt(claim, i === 5 ? unwritable : ARRIVED, clock.now())),
  );
  const wrong = settled.flatMap(({ status }, i) => (status === "rejected" ? [i] : []));
  assert.deepEqual(wrong, [5]);
  const statuses = await Promise.all(claims.map(async ({ deliveryId }) => (await storedDelivery(deliveryId)).status));
  assert.deepEqual(
    statuses.map((status) => status === "delivered"),
    [true, true, true, true, true, false, true, true],
  );
});
