import assert from "node:assert/strict";
import { test } from "node:test";
import { freezeCard, setCardStatus } from "@/server/domain/members";
import { withTestDatabase } from "@/server/testing/database";
import { declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { slugOf } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function portalAs(role: Parameters<typeof createTestUser>[0]) {
  return portalOf(await openTestSession(await createTestUser(role)));
}

async function readersOf(tenant: TestTenant, { id, memberId }: TestCard) {
  const { environment } = tenant;
  const slug = await slugOf(tenant);
  const member = await portalAs({ kind: "member", memberId });
  const staff = await portalAs({ kind: "tenant_viewer", tenantId: tenant.id });
  const operator = await portalAs({ kind: "network_operator" });
  return async () => {
    const issued = await staff.tenant.members.get({ tenant: slug, environment, id: memberId });
    const known = await operator.network.members.get({ environment, id: memberId });
    return [
      await member.wallet.cards.get({ id }),
      issued.cardsOf.find((card) => card.id === id),
      known.cards.find((card) => card.id === id),
    ].map((card) => [card?.status, card?.frozenBy]);
  };
}

test("a card is frozen or closed for everyone alike, no matter who froze it", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const read = await readersOf(tenant, card);
  assert.deepEqual(await read(), Array(3).fill(["active", null]));
  await freezeCard(memberCaller(tenant, card), card);
  assert.deepEqual(await read(), Array(3).fill(["frozen", "member"]));
  await setCardStatus(networkCaller(), { cardId: card.id, status: "frozen" });
  assert.deepEqual(await read(), Array(3).fill(["frozen", "issuer"]));
  await setCardStatus(networkCaller(), { cardId: card.id, status: "closed" });
  assert.deepEqual(await read(), Array(3).fill(["closed", null]));
});

test("a card past its time is expired for everyone, frozen or not", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { expiresOn: new Date("2020-01-01") });
  await freezeCard(memberCaller(tenant, card), card);
  assert.deepEqual(await (await readersOf(tenant, card))(), Array(3).fill(["expired", "member"]));
});

test("a payment declined for its currency names the account by the account's own", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "JPY", fundsMinor: 5_000n });
  const { recordId } = await declineOf(tenant, card, 3, { currency: "USD", reasonCode: "57" });
  const id = recordId ?? "";
  const portal = await portalAs({ kind: "member", memberId: card.memberId });
  const { account, currency } = await portal.wallet.activity.get({ id });
  assert.deepEqual([account, currency], [{ id: card.accountId, currency: "JPY" }, "USD"]);
});
