import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { rescuePayment } from "@/server/domain/authorizations";
import { freezeCard } from "@/server/domain/members";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTenantAuthorizations, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a decline names the rule that failed with what it saw, and whose member it was", async () => {
  const { tenant, place, authorizations } = await openTenantAuthorizations();
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 100_00n });
  const id = (await declineOf(tenant, card, 101, { reasonCode: "61" })).recordId ?? "";
  const { failedRule, memberId, memberName, decision } = await authorizations.get({ ...place, id });
  assert.deepEqual(failedRule?.saw, [
    { name: "transaction", value: 101 },
    { name: "limit", value: 100 },
  ]);
  assert.deepEqual(failedRule, decision.rules.at(-1));
  const { name } = await getPrisma().member.findUniqueOrThrow({ where: { id: card.memberId } });
  assert.deepEqual([memberId, memberName], [card.memberId, name]);
  const { recordId: approved } = await authorize(tenant, card, 1);
  assert.equal((await authorizations.get({ ...place, id: approved })).failedRule, null);
  assert.equal((await authorizations.get({ ...place, id: approved })).views, null);
  const foreign = await authorize(tenant, await createTestCard(await createTestTenant()), 1);
  const { memberName: stranger } = await authorizations.get({ ...place, id: foreign.recordId });
  assert.equal(stranger, null);
});

test("a decline says what its merchant and its member read, and no figures of another tenant's member", async () => {
  const { tenant, place, authorizations } = await openTenantAuthorizations();
  const WHY = "This payment was for $20.00, and $10.00 was available.";
  for (const [issuer, why] of [
    [tenant, WHY],
    [await createTestTenant(), "The account didn’t have enough money available."],
  ] as const) {
    const card = await createTestCard(issuer, { fundsMinor: 10_00n });
    const declined = await declineOf(tenant, card, 20, { reasonCode: "51" });
    const { views } = await authorizations.get({ ...place, id: declined.recordId ?? "" });
    const { reasonCode, reasonMessage, details } = declined;
    assert.deepEqual(views?.merchant, { reasonCode, reasonMessage, details });
    assert.equal(views.member?.why, why);
    const member = await createTestUser({ kind: "member", memberId: card.memberId });
    const seen = await portalOf(await openTestSession(member)).wallet.activity.get({ id: declined.recordId ?? "" });
    assert.equal(seen.decline?.why, WHY);
    assert.equal(seen.decline.title, views.member.title);
  }
});

test("a decline let through by its member leads to the payment that followed, and back", async () => {
  const { tenant, place, authorizations } = await openTenantAuthorizations();
  const card = await createTestCard(tenant);
  const member = memberCaller(tenant, card);
  await freezeCard(member, { id: card.id });
  const { recordId } = await declineOf(tenant, card, 20, { reasonCode: "62" });
  const id = recordId ?? "";
  assert.equal((await authorizations.get({ ...place, id })).views?.allowed, null);
  const { rescue } = await rescuePayment(member, { id, account: null }, null);
  const at = rescue.createdAt.toISOString();
  assert.deepEqual((await authorizations.get({ ...place, id })).views?.allowed, { at, paidBy: null });
  const paid = await authorize(tenant, card, 20);
  const after = await authorizations.get({ ...place, id });
  assert.deepEqual([after.views?.allowed, after.declinedBefore], [{ at, paidBy: paid.recordId }, null]);
  assert.equal((await authorizations.get({ ...place, id: paid.recordId })).declinedBefore, id);
});
