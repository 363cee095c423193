import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { BUILDERS, CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { call as callApi } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function cardOf(of: TestTenant) {
  await approveTestTenant(of);
  return createTestCard(of);
}

const member = async (of: TestTenant) => (await cardOf(of)).memberId;
const account = async (of: TestTenant) => (await cardOf(of)).accountId;

testTenantAuthority("members", {
  "tenant.members.list": { call: (portal, place) => portal.tenant.members.list(place), allowed: READING, others: null },
  "tenant.members.get": {
    prepare: member,
    call: (portal, place, id) => portal.tenant.members.get({ ...place, id }),
    allowed: READING,
    others: "not_found",
  },
  "tenant.members.create": {
    prepare: member,
    call: (portal, place) => portal.tenant.members.create({ ...place, key: randomUUID(), name: "Ada" }),
    allowed: CHANGING,
    others: null,
  },
  "tenant.members.inviteToWallet": {
    prepare: member,
    call: (portal, place, id) =>
      portal.tenant.members.inviteToWallet({ ...place, key: randomUUID(), id, email: "ada@wallet.test" }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.members.openAccount": {
    prepare: member,
    call: (portal, place, memberId) =>
      portal.tenant.members.openAccount({ ...place, key: randomUUID(), memberId, currency: "EUR" }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.members.issueCard": {
    prepare: account,
    call: (portal, place, id) =>
      portal.tenant.members.issueCard({ ...place, key: randomUUID(), account: id, allowedMccs: [] }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.members.revealCard": {
    prepare: async (of) => (await cardOf(of)).id,
    call: (portal, place, id) => portal.tenant.members.revealCard({ ...place, id }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.members.setCardStatus": {
    prepare: async (of) => (await cardOf(of)).id,
    call: (portal, place, id) => portal.tenant.members.setCardStatus({ ...place, id, status: "frozen" }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.members.payOut": {
    prepare: async (of) => {
      await setTestTerms(of);
      return account(of);
    },
    call: (portal, place, id) => {
      const bank = { country: "DE", accountNumber: "DE89370400440532013000" };
      return portal.tenant.members.payOut({ ...place, ...bank, key: randomUUID(), account: id, amount: 5 });
    },
    allowed: CHANGING,
    others: "invalid_reference",
  },
  "tenant.members.fund": {
    prepare: account,
    call: (portal, place, id) => portal.tenant.members.fund({ ...place, key: randomUUID(), id, amount: 5 }),
    allowed: { live: [], test: BUILDERS },
    isSandboxOnly: true,
    others: "account_not_found",
  },
});

test("a member gets an account, money and a card, which pays within its rules", async () => {
  const tenant = await createTestTenant();
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { id } = await portal.tenant.members.create({ ...place, key: randomUUID(), name: "Ada 100%" });
  const { id: accountId } = await portal.tenant.members.openAccount({
    ...place,
    key: randomUUID(),
    memberId: id,
    currency: "JPY",
  });
  const key = randomUUID();
  await assert.rejects(portal.tenant.members.fund({ ...place, key, id: accountId, amount: 5.5 }), {
    code: "BAD_REQUEST",
  });
  const twins = Array.from({ length: 4 }, () =>
    portal.tenant.members.fund({ ...place, key, id: accountId, amount: 5000 }),
  );
  assert.deepEqual(await Promise.all(twins), Array(4).fill({ id: accountId }));
  const { accounts } = await portal.tenant.members.get({ ...place, id });
  assert.equal(accounts[0]?.available, 5000, "sent four times at once, it funds once");
  await assert.rejects(portal.tenant.members.fund({ ...place, key, id: accountId, amount: 1 }), /already used/);
  const viewer = portalOf(await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })));
  const again = viewer.tenant.members.fund({ ...place, key, id: accountId, amount: 5000 });
  await assert.rejects(again, { code: "FORBIDDEN" }, "who may not do it may not have its answer");
  const limits = { perTransactionLimit: 100, dailyCountLimit: 2, allowedMccs: ["5814"] };
  const card = await portal.tenant.members.issueCard({ ...place, key: randomUUID(), account: accountId, ...limits });
  const pay = (amount: number) =>
    callApi(tenant, createAuthorization, { body: { panToken: card.panToken, amount, currency: "JPY" } }).then(
      ({ body }) => body.status,
    );
  assert.equal(await pay(100), "approved");
  assert.equal(await pay(101), "declined");
  await portal.tenant.members.setCardStatus({ ...place, id: card.id, status: "frozen" });
  assert.equal(await pay(1), "declined");
  assert.deepEqual(await portal.tenant.members.revealCard({ ...place, id: card.id }), { panToken: card.panToken });
  await assert.rejects(viewer.tenant.members.revealCard({ ...place, id: card.id }), { code: "FORBIDDEN" });
  const [revealed, ...more] = (await portal.tenant.audit.list(place)).items.filter(
    ({ action }) => action === "card.token_revealed",
  );
  assert.deepEqual([revealed?.subjectId, more.length], [card.id, 0], "who revealed it is on record");
  await portal.tenant.members.setCardStatus({ ...place, id: card.id, status: "closed" });
  await assert.rejects(
    portal.tenant.members.setCardStatus({ ...place, id: card.id, status: "active" }),
    /permanently closed/,
  );
  await assert.rejects(portal.tenant.members.revealCard({ ...place, id: card.id }), /permanently closed/);
  const detail = await portal.tenant.members.get({ ...place, id });
  const [{ fundingReference, ...opened } = { fundingReference: "" }] = detail.accounts;
  assert.match(fundingReference, /^RF\d{10}$/);
  assert.deepEqual(opened, { id: accountId, currency: "JPY", available: 4900, held: 100, posted: 5000 });
  assert.deepEqual(
    detail.cardsOf.map(({ status, last4, panToken, perTransactionLimit }) => [
      status,
      last4,
      panToken,
      perTransactionLimit,
    ]),
    [["closed", card.panToken.slice(-4), null, 100]],
  );
  const find = async (search: string) =>
    (await portal.tenant.members.list({ ...place, search })).items.map(({ name }) => name);
  assert.deepEqual(await find("100%"), ["Ada 100%"]);
  assert.deepEqual(await find(id), ["Ada 100%"]);
  assert.deepEqual(await find("%da_"), []);
  const shown = JSON.stringify([detail, await portal.tenant.audit.list(place)]);
  assert.ok(!shown.includes(card.panToken));
});

test("one form adds a member with an account, test money, and an invitation: all of it or none, and once", async () => {
  const tenant = await createTestTenant();
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const form = { ...place, key: randomUUID(), name: "Ada", currency: "EUR", amount: 12.5, email: "ada@wallet.test" };
  const answers = await Promise.all(Array.from({ length: 3 }, () => portal.tenant.members.create(form)));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1, "sent three times at once, it adds one");
  const { accounts, wallet } = await portal.tenant.members.get({ ...place, id: answers[0]?.id ?? "" });
  assert.deepEqual(
    accounts.map(({ currency, available, posted }) => [currency, available, posted]),
    [["EUR", 12.5, 12.5]],
  );
  assert.equal(wallet.invited?.email, "ada@wallet.test");
  const actions = (await portal.tenant.audit.list(place)).items.map(({ action }) => action);
  for (const action of ["member.created", "account.opened", "account.funded", "member.invited"]) {
    assert.equal(actions.filter((other) => other === action).length, 1, action);
  }
  const refused = { ...place, key: randomUUID(), name: "Bea", currency: "JPY" };
  await assert.rejects(portal.tenant.members.create({ ...refused, amount: 1.5 }), { code: "BAD_REQUEST" });
  await assert.rejects(portal.tenant.members.create({ ...refused, currency: undefined, amount: 1 }), {
    code: "BAD_REQUEST",
  });
  await assert.rejects(portal.tenant.members.create({ ...refused, currency: "XXX" }), { code: "BAD_REQUEST" });
  await approveTestTenant(tenant);
  const live = { ...refused, environment: "live" } as const;
  await assert.rejects(portal.tenant.members.create({ ...live, amount: 5 }), { code: "NOT_FOUND" });
  for (const environment of ["test", "live"] as const) {
    const { items } = await portal.tenant.members.list({ ...place, environment, search: "Bea" });
    assert.deepEqual(items, [], "what is refused leaves nothing");
  }
  const { id } = await portal.tenant.members.create(live);
  const opened = await portal.tenant.members.get({ ...place, environment: "live", id });
  assert.deepEqual(
    opened.accounts.map(({ currency, posted }) => [currency, posted]),
    [["JPY", 0]],
  );
});
