import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { getPool } from "@/server/db/pool";
import { issueCard, setCardStatus } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, read } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";
import { readDecision } from "../stored-decision";

withTestDatabase();

const CODES = ["05", "14", "51", "54", "57", "61", "62", "65"] as const;

async function issueTestCard(card: TestCard, alwaysDeclinesWith: (typeof CODES)[number]): Promise<TestCard> {
  const issued = await issueCard(networkCaller(), { accountId: card.accountId, alwaysDeclinesWith });
  return { ...card, ...issued };
}

for (const code of CODES) {
  test(`a test card of ${code} declines with it on both surfaces, whatever was done before`, async () => {
    const clock = withFakeClock("2026-03-02T10:00:00.000Z");
    const tenant = await createTestTenant();
    const merchant = await createTestMerchant(tenant);
    const card = await createTestCard(tenant, { fundsMinor: 100_00n });
    const declining = await issueTestCard(card, code);
    await authorize(tenant, card, 60);
    const first = await declineOf(tenant, declining, 1, { reasonCode: code });
    assert.deepEqual(first.details, {});
    clock.advance(8 * DAY_MS);
    await declineOf(tenant, declining, 99, { reasonCode: code, currency: "EUR", mode: "01", mcc: "7995" });
    for (const operation of [authorizeTransaction, sellTransaction]) {
      const { status, body } = await call(merchant, operation, {
        body: { amount: 0.01, paymentMethod: declining.panToken },
      });
      assert.deepEqual([status, body.approved, body.reasonCode], [200, false, code]);
    }
    await setCardStatus(networkCaller(), { cardId: declining.id, status: "closed" });
    await declineOf(tenant, declining, 1, { reasonCode: code });
    // The hold is overdue, but a test card's decline doesn't expire it.
    await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
    await assertBooksBalance();
  });
}

test("the decline is a record like any other, with the rule in its trace, and fires its event", async () => {
  const tenant = await createTestTenant();
  const declining = await issueTestCard(await createTestCard(tenant), "54");
  const { recordId } = await declineOf(tenant, declining, 5, { reasonCode: "54" });
  const { status, responseCode, card } = await read(tenant, recordId ?? "");
  assert.deepEqual([status, responseCode, card], ["Authorization Declined", "54", declining.id]);
  const decision = await readDecision(getPool(), recordId ?? "");
  const saw = { alwaysDeclinesWith: "54" };
  assert.deepEqual(decision, {
    rules: [{ id: "test-card", code: "54", passed: false, saw }],
    hint: {},
    risk: decision?.risk,
  });
  const [event] = await listStoredEvents(tenant);
  assert.equal(event?.type, "authorization.declined");
});

test("there is no such card in the live environment", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { accountId } = await createTestCard(tenant);
  await assert.rejects(
    issueCard(networkCaller("live"), { accountId, alwaysDeclinesWith: "51" }),
    /cards_always_declining_is_a_test/,
  );
});
