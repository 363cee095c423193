import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { actAsOperator } from "@/server/domain/users";
import { assignTestLine } from "@/server/testing/bank-statements";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf, userCaller } from "@/server/testing/factories/portal";
import { createTestMemberPayout, setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { exportPerson } from ".";

withTestDatabase();

async function readAll(lines: AsyncGenerator<string>): Promise<Record<string, Record<string, unknown>[]>> {
  let text = "";
  for await (const line of lines) text += line;
  return JSON.parse(text);
}

async function createPayer() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  return { tenant, card, user };
}

test("the file has what is held about the caller, nobody else's, and no secret; it is on record", async () => {
  const { tenant, card, user } = await createPayer();
  const other = await createPayer();
  await authorize(tenant, card, 10, { metadata: { order: "mine" } });
  await authorize(other.tenant, other.card, 10, { metadata: { order: "theirs" } });
  const file = await readAll(await exportPerson(await userCaller(user)));
  assert.deepEqual(
    file.payments?.map(({ amountMinor, metadata }) => [amountMinor, metadata]),
    [["1000", { order: "mine" }]],
  );
  assert.deepEqual([file.login?.[0]?.email, file.members?.length, file.accounts?.length], [user.email, 1, 1]);
  assert.ok((file.sessions?.length ?? 0) > 0 && (file.actions?.length ?? 0) > 0);
  const text = JSON.stringify(file);
  const { passwordHash } = await getPrisma().user.findUniqueOrThrow({ where: { id: user.id } });
  for (const secret of [passwordHash, card.panToken, other.user.email, other.card.memberId]) {
    assert.ok(!text.includes(secret), secret);
  }
  assert.equal(await getPrisma().auditRecord.count({ where: { userId: user.id, action: "user.exported" } }), 1);
});

test("the file has what banks said of the member's money, and the whole account it was paid out to", async () => {
  const { tenant, card, user } = await createPayer();
  await createPayer();
  const login = await createTestUser({ kind: "network_operator" });
  const portal = portalOf(await openTestSession(login));
  const { accountId } = card;
  await assignTestLine(portal, { environment: "test", accountId, amount: 8, key: randomUUID() });
  await setTestTerms(tenant);
  await createTestMemberPayout(tenant, accountId, 3);
  const file = await readAll(await exportPerson(await userCaller(user)));
  assert.deepEqual(
    file.bankLines?.map(({ amountMinor, counterpartyName, text }) => [amountMinor, counterpartyName, text]),
    [["800", "Ada Park", "Bank 7"]],
  );
  const [payout, ...others] = file.payouts ?? [];
  const { accountNumber, country } = (payout?.bankAccount ?? {}) as Readonly<Record<string, string>>;
  assert.deepEqual([accountNumber, country, others.length], ["DE02120300000000202051", "DE", 0]);
  assert.ok(!JSON.stringify(file).includes("sealed"));
});

test("an operator has the file of a member in the environment they look at", async () => {
  const { card, user } = await createPayer();
  const login = await createTestUser({ kind: "network_operator" });
  const caller = await userCaller(login);
  const { memberId } = card;
  const file = await readAll(
    await exportPerson({ operator: await actAsOperator(caller, { environment: "test" }), memberId }),
  );
  assert.equal(file.login?.[0]?.email, user.email);
  const live = await actAsOperator(caller, { environment: "live" });
  await assert.rejects(exportPerson({ operator: live, memberId }), /No such member/);
  assert.equal(await getPrisma().auditRecord.count({ where: { userId: login.id, action: "member.exported" } }), 1);
});

test("a shared login's file is refused", async () => {
  const { memberId } = (await createPayer()).card;
  const user = await createTestUser({ kind: "member", memberId }, { isShared: true });
  await assert.rejects(exportPerson(await userCaller(user)), /shared/);
});
