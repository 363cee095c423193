import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { untilIdle } from "@/server/domain/wake";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createPushMember } from "@/server/testing/pushes/push-devices";
import { bindTestPushSender } from "@/server/testing/pushes/push-service";
import { newBrowser } from "@/server/testing/pushes/test-browser";
import { waitUntil } from "@/server/testing/wait-until";
import { bindPushQueue } from "..";

withTestDatabase();
bindTestPushSender();
afterEach(() => bindPushQueue(null));

test("a payment hands its member over once committed, if a device is to be told; no one else is looked up", async () => {
  const member = await createPushMember(newBrowser("https://push.example.com/a"));
  const neighbor = await createTestCard(member.tenant);
  const handed: string[] = [];
  bindPushQueue(async (memberIds) => void handed.push(...memberIds));
  await authorize(member.tenant, neighbor, 1);
  await authorize(member.tenant, member.card, 1);
  await waitUntil("the member to be handed over", () => handed.length > 0);
  assert.deepEqual(handed, [member.card.memberId]);
});

test("a rolled-back payment hands nobody over", async () => {
  const { card } = await createPushMember(newBrowser("https://push.example.com/b"));
  const handed: string[] = [];
  bindPushQueue(async (memberIds) => void handed.push(...memberIds));
  await assert.rejects(
    runInTransaction(async (db) => {
      announce(db, `member:${card.memberId}`);
      throw new Error("no");
    }),
  );
  await untilIdle("pushes");
  assert.deepEqual(handed, []);
});
