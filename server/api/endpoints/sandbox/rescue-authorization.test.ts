import assert from "node:assert/strict";
import { test } from "node:test";
import { rescueAuthorization } from "@/server/contracts/rest/sandbox";
import { freezeCard } from "@/server/domain/members";
import { call, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withDecline() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await freezeCard(memberCaller(tenant, card), { id: card.id });
  const { recordId } = await declineOf(tenant, card, 20, { reasonCode: "62" });
  assert.ok(recordId);
  return { tenant, card, params: { id: recordId } };
}

test("under one key it is done once: every repeat is the answer of the first", async () => {
  const { tenant, params } = await withDecline();
  const request = { params, body: {}, idempotencyKey: "let-through" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(tenant, rescueAuthorization, request)));
  answers.push(await send(tenant, rescueAuthorization, request));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter(({ headers }) => headers.get("idempotent-replayed") !== "true").length, 1);
  assert.equal(await countRows("rescues"), 1);
});

test("under another key it is the same again, and that key keeps its answer when the word is used up", async () => {
  const { tenant, card, params } = await withDecline();
  const first = await call(tenant, rescueAuthorization, { params, body: {}, idempotencyKey: "one" });
  const request = { params, body: {}, idempotencyKey: "other" };
  const second = await call(tenant, rescueAuthorization, request);
  assert.deepEqual(second.body, first.body);
  await authorize(tenant, card, 20);
  assert.deepEqual((await call(tenant, rescueAuthorization, request)).body, first.body);
});
