import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { Environment } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const money = (amount: number) => ({ amount, reference: "Bank 1", key: randomUUID() });

testOperatorAuthority("members", {
  "network.members.list": { call: (portal, place) => portal.network.members.list({ ...place }), others: null },
  "network.members.get": {
    call: (portal, place, { card }) => portal.network.members.get({ ...place, id: card.memberId }),
    others: "not_found",
  },
  "network.members.setCardStatus": {
    call: (portal, place, { card }) =>
      portal.network.members.setCardStatus({ ...place, id: card.id, status: "frozen" }),
    others: "card_not_found",
  },
  "network.members.previewErasure": {
    call: (portal, place, { card }) => portal.network.members.previewErasure({ ...place, id: card.memberId }),
    others: "not_found",
  },
  "network.members.erase": {
    call: (portal, place, { card }) =>
      portal.network.members.erase({ ...place, id: card.memberId, password: "not the password", agreed: "this" }),
    others: "not_found",
    outcome: "validation_error",
  },
  "network.members.fund": {
    call: (portal, place, { card }) =>
      portal.network.members.fund({ ...place, accountId: card.accountId, ...money(5) }),
    others: "account_not_found",
    liveOutcome: "not_permitted",
  },
  "network.members.reverseFunding": {
    call: async (portal, place, { card }) => {
      const [entry] = await getPrisma().entry.findMany({ where: { accountId: card.accountId }, take: 1 });
      const money = { fundingId: entry?.postingId ?? newRecordId(now()), confirmedAmount: 1_000, key: randomUUID() };
      return portal.network.members.reverseFunding({ ...place, ...money });
    },
    others: "funding_not_found",
  },
});

async function setUp(environment: Environment = "test") {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant({ environment });
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  return { portal, tenant, card, place: { environment } };
}

test("an account is funded once, however often and however many at a time one form is sent", async () => {
  const { portal, tenant, card, place } = await setUp();
  const input = { ...place, accountId: card.accountId, ...money(25.5) };
  await Promise.all(Array.from({ length: 6 }, () => portal.network.members.fund(input)));
  assert.deepEqual(await portal.network.members.fund(input), { accountId: card.accountId });
  await assertBalance(card.accountId, { postedMinor: 35_50n, heldMinor: 0n });
  await assert.rejects(portal.network.members.fund({ ...input, amount: 26 }), /already used/);
  const { items } = await portal.network.audit.list({ ...place, tenantId: tenant.id, action: "account.funded" });
  assert.equal(items.length, 1);
  assert.ok(items[0]?.details.some(({ name, value }) => name === "reference" && value === "Bank 1"));
  await assertBooksBalance();
});

test("in live nobody makes money by an act alone; decimals are the currency's", async () => {
  const live = await setUp("live");
  const input = { ...live.place, accountId: live.card.accountId, ...money(5) };
  await assert.rejects(live.portal.network.members.fund(input), /assign the line of a bank statement/);
  await assertBalance(live.card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
  const { portal, card, place } = await setUp();
  const broken = { ...place, accountId: card.accountId, ...money(5.001) };
  await assert.rejects(portal.network.members.fund(broken), /more decimals/);
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
});

test("the cards of the public sandbox stay as they are documented", async () => {
  const { portal, card, place } = await setUp();
  await createTestUser({ kind: "member", memberId: card.memberId }, { isShared: true });
  const freeze = portal.network.members.setCardStatus({ ...place, id: card.id, status: "frozen" });
  await assert.rejects(freeze, /test card is shared/);
});

test("a closed card stays closed; a member is found by name, account and card, and shows no token", async () => {
  const { portal, card, place } = await setUp();
  const page = await portal.network.members.get({ ...place, id: card.memberId });
  assert.ok(!JSON.stringify(page).includes(card.panToken));
  for (const search of [card.memberId, card.accountId, card.id]) {
    const { items } = await portal.network.members.list({ ...place, search });
    assert.deepEqual(
      items.map(({ id }) => id),
      [card.memberId],
    );
  }
  await portal.network.members.setCardStatus({ ...place, id: card.id, status: "closed" });
  await assert.rejects(
    portal.network.members.setCardStatus({ ...place, id: card.id, status: "active" }),
    /permanently closed/,
  );
});
