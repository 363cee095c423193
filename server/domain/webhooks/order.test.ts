import assert from "node:assert/strict";
import { test } from "node:test";
import { authorize, capture, reverse } from "@/server/testing/authorization-steps";
import { createTestCard } from "@/server/testing/cards";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/delivery-queue";
import { allowLocalhost, startReceiver } from "@/server/testing/receiver";
import { createTestTenant } from "@/server/testing/tenants";
import { attempt, deliveriesOf, storedDelivery } from "@/server/testing/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/webhook-subscriptions";
import { claimAttempt } from "./claim-attempt";
import { untilBellIsAnswered } from "./delivery-bell";
import { sweepDeliveries } from "./sweep-deliveries";

withTestDatabase();
allowLocalhost();

/** Three events about one authorization, on their way to one receiver. */
async function createOrderedDeliveries() {
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant, { url: receiver.url });
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 40);
  await capture(tenant, recordId, 10);
  await reverse(tenant, recordId);
  const [first = "", second = "", third = ""] = await deliveriesOf(row.id);
  const arrived = () => receiver.received.map(({ headers }) => headers["x-svc-sequence"]);
  return { receiver, tenant, card, subscriptionId: row.id, recordId, first, second, third, arrived };
}

test("a first attempt waits for the one before it, and says so", async () => {
  const { first, second, third, arrived } = await createOrderedDeliveries();
  for (const id of [third, second]) assert.deepEqual(await attempt(id), { next: "end", because: "behind" });
  assert.deepEqual(arrived(), []);
  for (const id of [first, second, third]) await attempt(id);
  assert.deepEqual(arrived(), ["1", "2", "3"]);
});

test("an earlier one that fails holds the others up for its first attempt only", async () => {
  const { receiver, first, second, third, arrived } = await createOrderedDeliveries();
  receiver.answerWith(500);
  await attempt(first);
  receiver.answerWith(200);
  for (const id of [second, third]) assert.deepEqual(await attempt(id), { next: "end", because: "delivered" });
  assert.deepEqual(arrived(), ["1", "2", "3"]);
  assert.equal((await storedDelivery(first)).status, "failed");
});

test("while the first attempt is under way nothing overtakes it, from another worker either", async () => {
  const { receiver, first, second, arrived } = await createOrderedDeliveries();
  let answerFirst: () => void = () => undefined;
  receiver.answerWith((response) => {
    answerFirst = () => response.writeHead(500).end();
    void attempt(second).then((turn) => {
      assert.deepEqual(turn, { next: "end", because: "behind" });
      answerFirst();
    });
  });
  await attempt(first);
  assert.deepEqual(arrived(), ["1"]);
});

test("they are handed over one after the other, the next as soon as the one before has ended", async (t) => {
  const { first, second, third } = await createOrderedDeliveries();
  const queue = collectHandOvers(t);
  for (const [id, after] of [
    [first, second],
    [second, third],
    [third, null],
  ] as const) {
    await queue.waitFor(id, 1);
    await untilBellIsAnswered();
    if (after) assert.deepEqual(queue.of(after), []);
    await attempt(id);
  }
});

test("other authorizations and other subscriptions do not wait", async (t) => {
  const { tenant, card, first } = await createOrderedDeliveries();
  const { row: other } = await subscribe(tenant, {});
  const queue = collectHandOvers(t);
  await queue.waitFor(first, 1);
  const { recordId } = await authorize(tenant, card, 1);
  await capture(tenant, recordId);
  const [approved = "", captured = ""] = await deliveriesOf(other.id);
  await queue.waitFor(approved, 1);
  assert.deepEqual(queue.of(captured), [], "its own order it keeps");
});

test("a worker that dies in the first attempt gives its turn away with its lease", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { first, second, arrived } = await createOrderedDeliveries();
  assert.ok(await claimAttempt(first, clock.now()));
  assert.equal((await attempt(second)).next, "end");
  clock.advance(30_000);
  await attempt(first);
  await attempt(second);
  assert.deepEqual(arrived(), ["1", "2"]);
});

test("what was left behind by a crash is found by the sweep, in order", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { first, second } = await createOrderedDeliveries();
  await attempt(first);
  assert.deepEqual((await storedDelivery(second)).handedOverAt, null);
  const queue = collectHandOvers(t);
  await sweepDeliveries({ now: clock.now() });
  await queue.waitFor(second, 1);
});

test("a pause stops all of them and its end lets them go on in order; a revocation changes nothing", async () => {
  const { tenant, subscriptionId, first, second, third, arrived } = await createOrderedDeliveries();
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  assert.deepEqual(await attempt(first), { next: "end", because: "deferred" });
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  assert.deepEqual(await attempt(second), { next: "end", because: "behind" });
  await attempt(first);
  await setSubscriptionStatus(tenant, subscriptionId, "revoked");
  for (const id of [second, third]) await attempt(id);
  assert.deepEqual(arrived(), ["1", "2", "3"]);
});
