import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller } from "@/server/domain/caller";
import { listOutbox } from "@/server/domain/emails";
import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestUser, openTestSession, type TestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { actAsOperator, findReset, findSession, requestPasswordReset, resetSecondFactor, signIn } from "..";

withTestDatabase();

const refusedAs = (code: string) => (error: unknown) => error instanceof DomainError && error.code === code;
const byOperator = async (): Promise<OperatorCaller> =>
  actAsOperator(await userCaller(await createTestUser({ kind: "network_operator" })), { environment: "live" });
const signInWith = ({ email, password }: TestUser) =>
  signIn({ now: now() }, { email, password, userAgent: null, address: null });

async function createOwner() {
  const role = { kind: "tenant_owner", tenantId: (await createTestTenant()).id } as const;
  const user = await createTestUser(role, { hasSecondFactor: true });
  await getPrisma().recoveryCode.create({ data: { id: newRecordId(now()), userId: user.id, codeHash: "x" } });
  return user;
}

test("an operator removes it: devices are out, links spent, the owner told, and it is on record", async () => {
  const user = await createOwner();
  const session = await openTestSession(user);
  await requestPasswordReset({ now: now() }, user);
  const link = /\/reset\/([0-9a-f]{48})/.exec((await listOutbox())[0]?.text ?? "")?.[1] ?? "";
  const operator = await byOperator();
  const both = [0, 1].map(() => resetSecondFactor(operator, { email: user.email.toUpperCase() }));
  const done = (await Promise.allSettled(both)).filter(({ status }) => status === "fulfilled");
  assert.equal(done.length, 1);
  assert.equal(await findSession({ now: now() }, session), null);
  assert.equal(await findReset({ now: now() }, link), null);
  assert.ok(await signInWith(user));
  assert.equal(await getPrisma().recoveryCode.count({ where: { userId: user.id } }), 0);
  const [email] = (await listOutbox()).filter(
    ({ recipient, subject }) => recipient === user.email && /reset/.test(subject),
  );
  assert.match(email?.text ?? "", /removed the second factor/);
  const records = await getPrisma().auditRecord.findMany({ where: { action: "second_factor.reset" } });
  assert.deepEqual(
    records.map(({ userId, subjectId }) => [userId, subjectId]),
    [[operator.userId, user.id]],
  );
});

test("one operator opens neither another's login nor their own; the server does", async () => {
  const operator = await byOperator();
  const other = await createTestUser({ kind: "network_operator" });
  for (const email of [operator.email, other.email]) {
    await assert.rejects(resetSecondFactor(operator, { email }), refusedAs("not_permitted"));
    await assert.rejects(signInWith({ ...other, email: other.email }), refusedAs("second_factor_required"));
  }
  await resetSecondFactor(networkCaller(), other);
  assert.ok(await signInWith(other));
});

test("no login, none to take, and a shared login are refused; a demo operator takes none", async () => {
  const operator = await byOperator();
  const plain = await createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id });
  await assert.rejects(resetSecondFactor(operator, { email: "nobody@portal.test" }), refusedAs("not_found"));
  await assert.rejects(resetSecondFactor(operator, plain), refusedAs("not_permitted"));
  const user = await createOwner();
  await assert.rejects(resetSecondFactor({ ...operator, isShared: true }, user), refusedAs("not_permitted"));
  await assert.rejects(signInWith(user), refusedAs("second_factor_required"));
});
