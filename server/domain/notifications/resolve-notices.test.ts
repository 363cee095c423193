import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDispute, openDispute } from "@/server/domain/disputes";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { approve, deny, requestTestAgreement, revoke } from "@/server/testing/factories/agreements";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, type TestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { countUnread, notifyPeople } from ".";

withTestDatabase();

const sweep = () => notifyPeople({ now: now() });
const unread = async (user: TestUser) => countUnread(await userCaller(user));

for (const [how, answer] of [
  ["approved", (tenant, _, id) => approve(tenant, { id }, { maxAmount: 5, interval: "monthly" })],
  ["denied", (tenant, _, id) => deny(tenant, { id })],
  ["withdrawn", (_, merchant, id) => revoke(merchant, { id })],
] satisfies readonly [
  string,
  (
    tenant: Awaited<ReturnType<typeof createTestTenant>>,
    merchant: Awaited<ReturnType<typeof createTestMerchant>>,
    id: string,
  ) => Promise<unknown>,
][]) {
  test(`a request now ${how} is no longer news, for anyone who was notified of it`, async () => {
    const tenant = await createTestTenant();
    const merchant = await createTestMerchant(tenant);
    const { id, card } = await requestTestAgreement(merchant);
    const other = await requestTestAgreement(merchant, { card });
    const member = { kind: "member", memberId: card.memberId } as const;
    const people = [await createTestUser(member), await createTestUser(member)];
    await sweep();
    for (const user of people) assert.equal(await unread(user), 2);
    await answer(tenant, merchant, id);
    await sweep();
    for (const user of people) assert.equal(await unread(user), 1, `what ${other.id} asks still waits`);
  });
}

test("a closed dispute is no news any more for those who close it", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [{ user, staff }, colleague] = [
    await createTestPerson(tenant, "owner"),
    await createTestPerson(tenant, "admin"),
  ];
  const { recordId } = await authorize(tenant, card, 5);
  const { id } = await openDispute(memberCaller(tenant, card), { id: recordId, reason: "not_recognized", note: null });
  await sweep();
  for (const person of [user, colleague.user]) assert.equal(await unread(person), 1);
  await closeDispute(staff, { id, outcome: "rejected", message: null }, null);
  for (const person of [user, colleague.user]) assert.equal(await unread(person), 0);
});
