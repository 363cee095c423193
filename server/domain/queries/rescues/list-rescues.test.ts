import assert from "node:assert/strict";
import { test } from "node:test";
import { sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { rescuePayment } from "@/server/domain/authorizations";
import { freezeCard } from "@/server/domain/members";
import { presentRescue } from "@/server/presenters/wallet/rescues";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { listRescues } from "./list-rescues";

withTestDatabase();

const FROZEN = { reasonCode: "62" };

async function withFrozenCard() {
  const clock = withFakeClock("2026-11-22T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await freezeCard(memberCaller(tenant, card), { id: card.id });
  return { clock, tenant, card };
}

function allow(tenant: TestTenant, card: TestCard, recordId: string | null) {
  return rescuePayment(memberCaller(tenant, card), { id: recordId ?? "", account: null }, null);
}

async function statesOf(tenant: TestTenant, card: TestCard) {
  const shown = (await listRescues(memberCaller(tenant, card))).map(presentRescue);
  return new Map<string | null, object>(
    shown.map(({ id, state, paidBy, isPaidByAnother }) => [id, { state, paidBy, isPaidByAnother }]),
  );
}

const OPEN = { state: "open", paidBy: null, isPaidByAnother: false };
const notRescuable = { code: "payment_not_rescuable" };

test("one rescued and paid try keeps the others from being let through, and they say so", async () => {
  const { clock, tenant, card } = await withFrozenCard();
  const before = await declineOf(tenant, card, 20, FROZEN);
  const allowed = await declineOf(tenant, card, 20, FROZEN);
  await allow(tenant, card, allowed.recordId);
  assert.deepEqual((await statesOf(tenant, card)).get(before.recordId), OPEN);
  clock.advance(1_000);
  const { recordId } = await authorize(tenant, card, 20);
  const after = await declineOf(tenant, card, 20, FROZEN);
  const states = await statesOf(tenant, card);
  const paid = { state: "paid", paidBy: recordId };
  assert.deepEqual(states.get(allowed.recordId), { ...paid, isPaidByAnother: false });
  for (const other of [before, after]) {
    assert.deepEqual(states.get(other.recordId), { ...paid, isPaidByAnother: true });
    await assert.rejects(allow(tenant, card, other.recordId), notRescuable);
  }
});

test("a merchant's reference tells orders of one amount apart", async () => {
  const clock = withFakeClock("2026-11-22T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const { tenant } = merchant;
  const { code, card } = await createTestMemberCode(tenant, { maxAmount: 10 });
  const sell = async (merchantReference: string | undefined) => {
    const { body } = await call(merchant, sellPaymentCode, {
      body: { paymentCode: code, amount: 12, merchantReference },
    });
    const where = { authorizationNumber: body.authorizationId ?? "" };
    return getPrisma().authorization.findFirstOrThrow({ where });
  };
  const same = await sell("order-1");
  const others = [await sell("order-2"), await sell(undefined)];
  await allow(tenant, card, (await sell("order-1")).id);
  clock.advance(1_000);
  const paid = await sell("order-1");
  assert.equal(paid.outcome, "approved");
  const states = await statesOf(tenant, card);
  assert.deepEqual(states.get(same.id), { state: "paid", paidBy: paid.id, isPaidByAnother: true });
  for (const { id } of others) assert.equal(states.get(id), undefined);
});

test("another amount, merchant, or card is another order, and stays open", async () => {
  const { clock, tenant, card } = await withFrozenCard();
  await createTestMerchant(tenant);
  const merchant = await createTestMerchant(tenant);
  const other = await createTestCard(tenant);
  await freezeCard(memberCaller(tenant, other), { id: other.id });
  await allow(tenant, card, (await declineOf(tenant, card, 20, FROZEN)).recordId);
  await authorize(tenant, card, 20);
  clock.advance(1_000);
  for (const another of [
    await declineOf(tenant, card, 19.99, FROZEN),
    await declineOf(tenant, card, 20, { ...FROZEN, merchant: merchant.id }),
  ]) {
    assert.deepEqual((await statesOf(tenant, card)).get(another.recordId), OPEN);
  }
  const elsewhere = await declineOf(tenant, other, 20, FROZEN);
  assert.deepEqual((await statesOf(tenant, other)).get(elsewhere.recordId), OPEN);
});

test("a voided payment pays no order", async () => {
  const { clock, tenant, card } = await withFrozenCard();
  await allow(tenant, card, (await declineOf(tenant, card, 20, FROZEN)).recordId);
  const { recordId } = await authorize(tenant, card, 20);
  await reverse(tenant, recordId);
  clock.advance(1_000);
  const again = await declineOf(tenant, card, 20, FROZEN);
  assert.deepEqual((await statesOf(tenant, card)).get(again.recordId), OPEN);
  await allow(tenant, card, again.recordId);
  await authorize(tenant, card, 20);
});

test("a try after the member's word ran out is another order", async () => {
  const { clock, tenant, card } = await withFrozenCard();
  await allow(tenant, card, (await declineOf(tenant, card, 20, FROZEN)).recordId);
  await authorize(tenant, card, 20);
  clock.advance(5 * 60_000);
  const later = await declineOf(tenant, card, 20, FROZEN);
  assert.deepEqual((await statesOf(tenant, card)).get(later.recordId), OPEN);
});
