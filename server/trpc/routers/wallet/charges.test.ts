import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { notifyPeople } from "@/server/domain/notifications";
import { now } from "@/server/platform/clock";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { charge, createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { readChargeRequest, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function createMember() {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant);
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20, interval: "monthly" });
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const { wallet, shared } = portalOf(await openTestSession(user));
  return { merchant, card, agreement, wallet, shared };
}

test("a member sees the asker, amount, and reason, approves just that, and finds the payment", async () => {
  const { merchant, card, agreement, wallet, shared } = await createMember();
  const request = await requestTestCharge(merchant, agreement, { merchantReference: "beans" });
  const [asked, ...more] = await wallet.charges.list();
  assert.ok(asked && more.length === 0);
  const { id, amount, currency, account, overCap, dueOn, status, merchantReference } = asked;
  assert.deepEqual(
    { id, amount, currency, account, overCap, dueOn, status, merchantReference },
    {
      id: request.id,
      amount: 35,
      currency: "USD",
      account: card.accountId,
      overCap: 20,
      dueOn: null,
      status: "PendingApproval",
      merchantReference: "beans",
    },
  );
  await notifyPeople({ now: now() });
  const [notice] = (await shared.notifications.list({})).items;
  assert.equal(notice?.href, `/wallet/agreements/charges/${request.id}`);
  assert.match(`${notice?.title} ${notice?.text}`, /wants to charge you \$35\.00 That is more than you allowed/);
  const { transaction } = await wallet.charges.approve({ id, amount, currency, account, merchant: asked.merchantId });
  const paid = await wallet.activity.get({ id: transaction });
  assert.equal(paid.amount, 35);
  assert.deepEqual(await wallet.charges.list(), []);
  const after = await wallet.charges.get({ id });
  assert.deepEqual([after.status, after.transaction], ["Approved", transaction]);
  assert.deepEqual(await shared.notifications.count(), { unread: 0 });
  const audits = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual(
    audits.map(({ action, actor }) => [action, actor]),
    [["charge_request.approved", `member ${card.memberId}`]],
  );
  await assertBalance(card.accountId, { postedMinor: 965_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a charge unlike the request is refused, field by field, and changes nothing", async () => {
  const { merchant, card, agreement, wallet } = await createMember();
  const { id } = await requestTestCharge(merchant, agreement);
  const seen = { id, amount: 35, currency: "USD", account: card.accountId, merchant: merchant.id };
  const other = await createTestMerchant(merchant.tenant);
  for (const wrong of [
    { amount: 34.99 },
    { currency: "EUR" },
    { account: (await createTestCard(merchant.tenant)).accountId },
    { merchant: other.id },
  ]) {
    const [field] = Object.keys(wrong);
    await assert.rejects(
      wallet.charges.approve({ ...seen, ...wrong }),
      new RegExp(`${field} isn’t what the merchant asked for`),
    );
  }
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  assert.equal((await readChargeRequest(merchant, { id })).status, "PendingApproval");
});

test("a denied request is a declined charge; the next one's first day stands beside an early one", async () => {
  const { merchant, card, agreement, wallet } = await createMember();
  await charge(merchant, agreement, { amount: 18 });
  const { id } = await requestTestCharge(merchant, agreement, { amount: 18 });
  const asked = await wallet.charges.get({ id });
  assert.equal(asked.overCap, null);
  assert.ok(asked.dueOn !== null && asked.dueOn > asked.createdAt.slice(0, 10));
  await wallet.charges.deny({ id });
  const { status, transaction } = await wallet.charges.get({ id });
  assert.equal(status, "Denied");
  const declined = await wallet.activity.get({ id: transaction ?? "" });
  assert.match(JSON.stringify(declined), /The merchant asked you about this charge, and you denied it\./);
  await assertBalance(card.accountId, { postedMinor: 982_00n, heldMinor: 0n });
});
