import assert from "node:assert/strict";
import { test } from "node:test";
import { approveChargeRequest, denyChargeRequest } from "@/server/contracts/rest/sandbox";
import { endChargeRequests } from "@/server/domain/authorizations";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { charge, chargeOutcome, createTestAgreement, revoke } from "@/server/testing/factories/agreements";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  approveCharge,
  readChargeRequest,
  requestTestCharge,
  type TestChargeRequest,
} from "@/server/testing/factories/charge-requests";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { approveCharge as approveAsMember } from "./answer-charge-request";

withTestDatabase();

const ROUNDS = 20;

async function createShop() {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant, { fundsMinor: 100_000_00n });
  return { merchant, card };
}

async function answer(merchant: TestMerchant, { id }: TestChargeRequest, isYes: boolean): Promise<string> {
  const contract = isYes ? approveChargeRequest : denyChargeRequest;
  try {
    return (await call(merchant.tenant, contract, { params: { id } })).body.status;
  } catch (error) {
    if (error instanceof Error && /charge_request_not_pending/.test(error.message)) return "refused";
    throw error;
  }
}

async function countRequests({ id }: { readonly id: string }): Promise<number> {
  return (await queryTestDatabase("SELECT 1 FROM charge_requests WHERE agreement_id = $1", [id])).length;
}

async function payments({ id }: TestChargeRequest): Promise<string[]> {
  const rows = await queryTestDatabase<{ outcome: string }>(
    "SELECT outcome FROM authorizations WHERE metadata->>'chargeRequestId' = $1",
    [id],
  );
  return rows.map(({ outcome }) => outcome);
}

test("approvals and denials at once: one outcome, one record, whichever is first", async () => {
  const { merchant, card } = await createShop();
  const seen = new Set<string>();
  let spentMinor = 0n;
  for (let round = 0; round < ROUNDS; round += 1) {
    const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
    const request = await requestTestCharge(merchant, agreement);
    const isYes = (n: number) => (n + round) % 2 === 0;
    const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => answer(merchant, request, isYes(n))));
    const done = outcomes.filter((outcome) => outcome !== "refused");
    assert.equal(done.length, 1, outcomes.join());
    const [status] = done;
    assert.equal((await readChargeRequest(merchant, request)).status, status);
    assert.deepEqual(await payments(request), [status === "Approved" ? "approved" : "declined"]);
    if (status === "Approved") spentMinor += 35_00n;
    seen.add(status ?? "");
  }
  assert.deepEqual([...seen].sort(), ["Approved", "Denied"], "the race came out both ways");
  await assertBalance(card.accountId, { postedMinor: 100_000_00n - spentMinor, heldMinor: 0n });
  await assertBooksBalance();
});

test("an approval racing an ordinary charge or a revocation is before it, or refused", async () => {
  const { merchant, card } = await createShop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const agreement = await createTestAgreement(merchant, { card, maxAmount: 20, interval: "monthly" });
    const request = await requestTestCharge(merchant, agreement);
    const approval = answer(merchant, request, true);
    const other = round % 2 === 0 ? chargeOutcome(merchant, agreement, { amount: 20 }) : revoke(merchant, agreement);
    const [status, came] = await Promise.all([approval, other]);
    const approved = (await payments(request)).filter((outcome) => outcome === "approved").length;
    assert.equal(approved, status === "Approved" ? 1 : 0);
    if (typeof came === "string") assert.equal(came, status === "Approved" ? "65" : "PendingSettlement");
  }
  await assertBooksBalance();
});

test("an approval decided before a revocation, and written after it, is refused", async () => {
  const { merchant, card } = await createShop();
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const request = await requestTestCharge(merchant, agreement);
  const revocation = {
    text: `UPDATE recurring_agreements SET status = 'revoked', revoked_at = created_at, revoked_by = 'member',
      version = version + 1 WHERE id = $1`,
    values: [agreement.id],
  };
  assert.equal(await whileUncommitted(revocation, () => answer(merchant, request, true)), "refused");
  await assertBalance(card.accountId, { postedMinor: 100_000_00n, heldMinor: 0n });
  assert.equal((await readChargeRequest(merchant, request)).status, "Withdrawn");
});

test("a question losing to a revocation isn't asked: the charge is decided anew", async () => {
  const { merchant, card } = await createShop();
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const revocation = {
    text: `UPDATE recurring_agreements SET status = 'revoked', revoked_at = created_at, revoked_by = 'member',
      version = version + 1 WHERE id = $1`,
    values: [agreement.id],
  };
  const { body } = await whileUncommitted(revocation, () =>
    charge(merchant, agreement, { amount: 35, onExceed: "ask" }),
  );
  assert.deepEqual([body.status, body.approved], ["Declined", false]);
  assert.equal(await countRequests(agreement), 0);
});

test("an approval at the moment of expiry: one of the two, never both", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { merchant, card } = await createShop();
  for (let round = 0; round < 5; round += 1) {
    const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
    const request = await requestTestCharge(merchant, agreement);
    const inTime = { ...memberCaller(merchant.tenant, card), now: new Date(clock.now().getTime() + 3 * DAY_MS - 1) };
    const tooLate = new Date(clock.now().getTime() + 3 * DAY_MS);
    const [approval, ended] = await Promise.allSettled([
      approveAsMember(inTime, { id: request.id, seen: null }, null),
      endChargeRequests({ now: tooLate, agreementId: agreement.id }),
    ]);
    const outcomes = await payments(request);
    assert.equal(outcomes.length, 1);
    assert.equal(outcomes[0] === "approved", approval.status === "fulfilled");
    assert.equal(ended.status, "fulfilled");
  }
  await assertBooksBalance();
});

test("questions at once about one agreement: one is put, also under one key", async () => {
  const { merchant, card } = await createShop();
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const ask = (idempotencyKey?: string) =>
    charge(merchant, agreement, { amount: 35, onExceed: "ask", ...(idempotencyKey && { idempotencyKey }) }).then(
      ({ body }) => body.chargeRequestId,
      () => null,
    );
  const ids = await Promise.all(Array.from({ length: 10 }, () => ask()));
  assert.equal(ids.filter((id) => id !== null).length, 1);
  assert.equal(await countRequests(agreement), 1);
  const other = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const askOther = () => charge(merchant, other, { amount: 35, onExceed: "ask", idempotencyKey: "twin" });
  const twins = await Promise.all(Array.from({ length: 5 }, askOther));
  assert.equal(new Set(twins.map(({ text }) => text)).size, 1);
  assert.equal(await countRequests(other), 1);
});

test("requests of many agreements are answered at once, each once", async () => {
  const { merchant, card } = await createShop();
  const requests: TestChargeRequest[] = [];
  for (let n = 0; n < 20; n += 1) {
    const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
    requests.push(await requestTestCharge(merchant, agreement));
  }
  const answered = await Promise.all(requests.map((request) => approveCharge(merchant.tenant, request)));
  assert.ok(answered.every(({ body }) => body.status === "Approved"));
  await assertBalance(card.accountId, { postedMinor: 100_000_00n - 20n * 35_00n, heldMinor: 0n });
  await assertBooksBalance();
});
