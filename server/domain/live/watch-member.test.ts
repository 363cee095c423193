import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { endSessions } from "../users";
import { watchMember } from ".";

withTestDatabase();

const WITHIN_MS = 30_000;

function memberCaller(tenant: TestTenant, { memberId }: TestCard) {
  const { id: tenantId, environment } = tenant;
  return { kind: "member", memberId, tenantId, environment, now: now(), requestId: newRecordId(now()) } as const;
}

async function watch(tenant: TestTenant, card: TestCard, sessionId = newRecordId(now())) {
  const end = new AbortController();
  const events = watchMember(memberCaller(tenant, card), { sessionId, signal: end.signal });
  const next = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"nothing">((resolve) => {
      timer = setTimeout(() => resolve("nothing"), WITHIN_MS);
    });
    const event = events.next().then(({ value, done }) => (done ? "over" : value));
    const first = await Promise.race([event, late]);
    clearTimeout(timer);
    return first;
  };
  assert.equal(await next(), "ready");
  return { next, end: () => end.abort() };
}

/** LISTEN is active once a change of our own arrives. */
async function untilListening(tenant: TestTenant): Promise<void> {
  const card = await createTestCard(tenant);
  const { next, end } = await watch(tenant, card);
  const first = next();
  const timer = setInterval(() => announce(getPool(), `member:${card.memberId}`), 20);
  assert.equal(await first, "changed");
  clearInterval(timer);
  end();
}

test("a hold on the member's account is announced, another member's is not", async () => {
  const tenant = await createTestTenant();
  await untilListening(tenant);
  const [mine, theirs] = [await createTestCard(tenant), await createTestCard(tenant)];
  const me = await watch(tenant, mine);
  const them = await watch(tenant, theirs);
  const announced: string[] = [];
  const theirNext = them.next().then((event) => announced.push(`theirs ${event}`));
  const mineNext = me.next().then((event) => announced.push(`mine ${event}`));
  await authorize(tenant, mine, 10);
  await mineNext;
  assert.deepEqual(announced, ["mine changed"]);
  them.end();
  await theirNext;
  assert.deepEqual(announced, ["mine changed", "theirs over"]);
  me.end();
});

test("a transaction's announcements go out with its commit, and never without", async () => {
  const tenant = await createTestTenant();
  await untilListening(tenant);
  const [kept, undone] = [await createTestCard(tenant), await createTestCard(tenant)];
  const first = await watch(tenant, kept);
  const second = await watch(tenant, undone);
  const [ofKept, ofUndone] = [first.next(), second.next()];
  await assert.rejects(
    runInTransaction(async (db) => {
      announce(db, `member:${undone.memberId}`);
      throw new Error("changed its mind");
    }),
  );
  await runInTransaction(async (db) => announce(db, `member:${kept.memberId}`));
  assert.equal(await ofKept, "changed");
  second.end();
  assert.equal(await ofUndone, "over");
  first.end();
});

test("a watcher learns that the session was ended", async () => {
  const tenant = await createTestTenant();
  await untilListening(tenant);
  const card = await createTestCard(tenant);
  const caller = await userCaller(await createTestUser({ kind: "member", memberId: card.memberId }));
  const { next, end } = await watch(tenant, card, caller.sessionId);
  const event = next();
  await endSessions(caller, "all");
  assert.equal(await event, "changed");
  end();
});
