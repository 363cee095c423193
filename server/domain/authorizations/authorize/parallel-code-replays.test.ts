import assert from "node:assert/strict";
import { test } from "node:test";
import { createPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, type Reply } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, readCode, redeem, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function twins<R extends Reply>(request: () => Promise<R>, status: number): Promise<R[]> {
  const replies = await Promise.all(Array.from({ length: 64 }, request));
  const originals = replies.filter(({ headers }) => headers.get("idempotent-replayed") === null);
  assert.deepEqual(
    originals.map((reply) => reply.status),
    [status],
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, status === 200 ? 64 : 63);
  return replies;
}

function assertOneBody(replies: readonly Reply[]): void {
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
}

test("64 twins of a redemption hold once", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  assertOneBody(await twins(() => redeem(tenant, code, { idempotencyKey: "twins" }), 201));
  assert.equal((await storedCode(code)).uses, 1);
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.approved"],
  );
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("64 twins of the only redemption of a code are all that approval, not one is used up", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  const code = await createTestCode(tenant, { card });
  assertOneBody(await twins(() => redeem(tenant, code, { idempotencyKey: "twins" }), 201));
  assert.equal(await getPrisma().authorization.count({ where: { paymentCodeId: code.recordId } }), 1);
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 10_00n });
});

test("64 twins of a wrong PIN are one try", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const wrong = { ...code, pin: code.wrongPin };
  const replies = await twins(() => redeem(tenant, wrong, { idempotencyKey: "twins" }), 200);
  assertOneBody(replies);
  assert.equal(replies[0]?.body.reasonCode, "55");
  assert.equal((await readCode(tenant, code)).triesLeft, 4);
  assert.equal(await getPrisma().authorization.count({ where: { paymentCodeId: code.recordId } }), 1);
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.declined"],
  );
});

test("64 twins of the try that locks are all that try", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { lockoutThreshold: 1 });
  const wrong = { ...code, pin: code.wrongPin };
  assertOneBody(await twins(() => redeem(tenant, wrong, { idempotencyKey: "twins" }), 200));
  assert.equal(await getPrisma().authorization.count({ where: { paymentCodeId: code.recordId } }), 1);
  assert.equal((await storedCode(code)).failedTries, 1);
});

test("64 twins of an unknown code fire their decline once", async () => {
  const tenant = await createTestTenant();
  const unknown = { code: "0000000000", pin: "0000000" };
  assertOneBody(await twins(() => redeem(tenant, unknown, { idempotencyKey: "twins" }), 200));
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.declined"],
  );
});

test("64 twins of a creation mint one code, whose PIN exactly one of them sees", async () => {
  const tenant = await createTestTenant();
  const { memberId } = await createTestCard(tenant);
  const options = { body: { member: memberId }, idempotencyKey: "twins" };
  const replies = await twins(() => call(tenant, createPaymentCode, options), 201);
  assert.equal(new Set(replies.map(({ body }) => `${body.recordId} ${body.code} ${body.expiresAt}`)).size, 1);
  const withPin = replies.filter(({ body }) => body.pin !== undefined);
  assert.deepEqual(
    withPin.map(({ status }) => status),
    [201],
  );
  assert.equal(await getPrisma().paymentCode.count({ where: { tenantId: tenant.id } }), 1);
  const [original] = withPin;
  const { code = "", pin = "" } = original?.body ?? {};
  assert.equal((await redeem(tenant, { code, pin })).status, 201);
});

test("64 twins of a revoke end the code once, and each says that it is revoked", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const options = { params: { code: code.code }, body: { reason: "lost" }, headers: { "idempotency-key": "twins" } };
  const replies = await twins(() => call(tenant, revokePaymentCode, options), 200);
  assertOneBody(replies);
  assert.equal(replies[0]?.body.revoked, true);
  const { status, revokeReason } = await storedCode(code);
  assert.deepEqual({ status, revokeReason }, { status: "revoked", revokeReason: "lost" });
});
