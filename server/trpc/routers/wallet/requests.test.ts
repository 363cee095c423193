import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createShopWithAgreement, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { addTestRole, createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a link leads to the request: of an agreement or of a charge, answered or not", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const { id: charge } = await requestTestCharge(merchant, agreement);
  const user = await createTestUser({ kind: "member", memberId: agreement.card.memberId });
  const { wallet } = portalOf(await openTestSession(user));
  assert.deepEqual(await wallet.requests.find({ id: charge }), {
    isPayment: false,
    href: `/wallet/agreements/charges/${charge}`,
    otherMember: null,
  });
  await wallet.charges.deny({ id: charge });
  assert.equal((await wallet.requests.find({ id: charge })).href, `/wallet/agreements/charges/${charge}`);
  assert.equal((await wallet.requests.find({ id: agreement.id })).href, `/wallet/agreements/${agreement.id}`);
});

test("a link to the user’s other wallet says which; the request can be read there", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const open = await createTestCard(merchant.tenant);
  const user = await createTestUser({ kind: "member", memberId: open.memberId });
  await addTestRole(user, { kind: "member", memberId: agreement.card.memberId });
  const { wallet, shared } = portalOf(await openTestSession(user));
  const { otherMember } = await wallet.requests.find({ id: agreement.id });
  assert.equal(otherMember?.id, agreement.card.memberId);
  await shared.sessions.chooseMember({ memberId: agreement.card.memberId });
  assert.equal((await wallet.requests.find({ id: agreement.id })).otherMember, null);
});

test("a link leads to what was paid", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 12);
  const { wallet } = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId: card.memberId })));
  assert.deepEqual(await wallet.requests.find({ id: recordId }), {
    isPayment: true,
    href: `/wallet/activity/${recordId}`,
    otherMember: null,
  });
});

test("nobody learns of a request to someone else, nor of their payments, nor of what is neither", async () => {
  const { merchant, agreement } = await createShopWithAgreement();
  const { recordId: paid } = await authorize(merchant.tenant, agreement.card, 1);
  const stranger = await createTestCard(merchant.tenant);
  const own = await createTestAgreement(merchant, { card: stranger });
  const { wallet } = portalOf(
    await openTestSession(await createTestUser({ kind: "member", memberId: stranger.memberId })),
  );
  for (const id of [agreement.id, paid, merchant.id, stranger.accountId, "1pARfPjdTqkuUwbzC"])
    await assert.rejects(wallet.requests.find({ id }), /None of your wallets has this request/);
  assert.equal((await wallet.requests.find({ id: own.id })).otherMember, null);
});
