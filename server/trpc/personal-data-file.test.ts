import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { MemberId } from "@/server/platform/noun-ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, type TestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { answerPersonalData } from "./personal-data-file";

withTestDatabase();

async function headersOf(user: TestUser | null): Promise<Headers> {
  if (!user) return new Headers();
  const token = await sealSession({ token: { sid: await openTestSession(user) } });
  return new Headers({ cookie: `closed-loop.session=${token}` });
}

async function download(user: TestUser | null, asked: Parameters<typeof answerPersonalData>[1]): Promise<Response> {
  return answerPersonalData(await headersOf(user), asked);
}

async function setUp() {
  const { memberId } = await createTestCard(await createTestTenant());
  return { memberId, member: await createTestUser({ kind: "member", memberId }) };
}

test("a person downloads their own data as a file that no cache keeps, and nobody else gets one", async () => {
  const { member } = await setUp();
  const answer = await download(member, null);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="closed-loop-data\.json"$/);
  const text = await answer.text();
  assert.ok(JSON.parse(text).exportedAt && text.includes(member.email));
  assert.equal((await download(null, null)).status, 404);
  const shared = await createTestUser({ kind: "network_operator" }, { isShared: true });
  assert.equal((await download(shared, null)).status, 404);
  const unsafe = await createTestUser({ kind: "network_operator" }, { hasSecondFactor: false });
  assert.equal((await download(unsafe, null)).status, 404, "before the second factor");
});

test("an operator downloads a member's data in its environment, on record; no one else does", async () => {
  const { memberId, member } = await setUp();
  const operator = await createTestUser({ kind: "network_operator" });
  const asked = { id: memberId, environment: "test" };
  const answer = await download(operator, asked);
  assert.equal(answer.status, 200);
  assert.ok((await answer.text()).includes(member.email));
  const isRecorded = { userId: operator.id, action: "member.exported", subjectId: memberId };
  assert.equal(await getPrisma().auditRecord.count({ where: isRecorded }), 1);
  for (const environment of ["live", "other", null]) {
    assert.equal((await download(operator, { ...asked, environment })).status, 404, String(environment));
  }
  for (const id of [MemberId.make(now()), "nothing"]) {
    assert.equal((await download(operator, { ...asked, id })).status, 404, id);
  }
  const shared = await createTestUser({ kind: "network_operator" }, { isShared: true });
  for (const user of [null, member, shared]) assert.equal((await download(user, asked)).status, 404);
  assert.equal(await getPrisma().auditRecord.count({ where: { ...isRecorded, userId: { not: operator.id } } }), 0);
});

const FILES_AT_ONCE = 6;

async function openFiles(user: TestUser) {
  const headers = await headersOf(user);
  const ask = () => answerPersonalData(headers, null);
  const open: Response[] = [];
  const fill = async () => {
    while (open.length < FILES_AT_ONCE) open.push(await ask());
    for (const { status } of open) assert.equal(status, 200);
    assert.equal((await ask()).status, 429);
  };
  await fill();
  return { open, ask, fill };
}

test("a login has a few files under way, each until it is read or given up; more are refused, and not recorded", async () => {
  const { member } = await setUp();
  const { open, ask, fill } = await openFiles(member);
  const refused = await ask();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "10"]);
  assert.match(await refused.text(), /^Too many downloads at once\./);
  const recorded = { userId: member.id, action: "user.exported" };
  assert.equal(await getPrisma().auditRecord.count({ where: recorded }), FILES_AT_ONCE);
  await open.pop()?.text();
  await fill();
  await open.pop()?.body?.cancel();
  await fill();
  assert.equal((await download((await setUp()).member, null)).status, 200, "another login");
  for (const { body } of open) await body?.cancel();
});

test("a file that nobody reads is ended after two minutes", async (t) => {
  const { member } = await setUp();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { open, ask } = await openFiles(member);
  t.mock.timers.tick(120_000);
  for (const { body } of open) await assert.rejects(async () => body?.getReader().read(), /nobody reads/);
  assert.equal((await ask()).status, 200);
});
