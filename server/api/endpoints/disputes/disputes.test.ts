import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/disputes";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a dispute is opened in the sandbox, listed, closed once under its key, and answered once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [paid, other] = [await authorize(tenant, card, 9), await authorize(tenant, card, 3)];
  const body = { authorization: paid.recordId, reason: "duplicate" as const, note: "Twice." };
  const first = await call(tenant, contracts.openSandboxDispute, { body, idempotencyKey: "open" });
  assert.equal(first.status, 201);
  const { disputeId: id } = first.body;
  const again = await call(tenant, contracts.openSandboxDispute, { body, idempotencyKey: "open" });
  const { note: _, message: _m, answer: _a, ...kept } = first.body;
  assert.deepEqual([again.status, again.body], [200, kept], "a repeat names no one");
  await call(tenant, contracts.openSandboxDispute, { body: { authorization: other.recordId } });

  const { body: read } = await call(tenant, contracts.getDispute, { params: { id } });
  assert.deepEqual(
    [read.status, read.recordId, read.member, read.reason, read.note, read.amount, read.amountReturned, read.outcome],
    ["open", paid.recordId, card.memberId, "duplicate", "Twice.", 9, 0, null],
  );
  const listed = async (query: Record<string, string>) =>
    (await call(tenant, contracts.listDisputes, { query })).body.data.map(({ recordId }) => recordId);
  assert.deepEqual(await listed({}), [other.recordId, paid.recordId]);
  assert.deepEqual(await listed({ reason: "duplicate" }), [paid.recordId]);
  assert.deepEqual(await listed({ member: card.memberId, limit: "1", starting_after: id }), []);
  await expectError(
    tenant,
    contracts.listDisputes,
    { query: { status: "done" } },
    { status: 400, code: "validation_error" },
  );

  const params = { id };
  const refunded = { outcome: "refunded" as const, message: "Sorry." };
  const refusal = { status: 409, code: "dispute_not_refunded" } as const;
  await expectError(tenant, contracts.closeDispute, { params, body: refunded }, refusal);
  await reverse(tenant, paid.recordId);
  const closing = { params, body: refunded, idempotencyKey: "close" };
  const ends = await Promise.all([1, 2, 3].map(() => call(tenant, contracts.closeDispute, closing)));
  for (const { status, body: closed } of ends) {
    assert.deepEqual([status, closed.status, closed.outcome, closed.amountReturned], [200, "closed", "refunded", 9]);
  }
  await expectError(
    tenant,
    contracts.closeDispute,
    { params, body: { outcome: "rejected" } },
    { status: 409, code: "dispute_closed" },
  );
  assert.deepEqual(await listed({ status: "closed" }), [paid.recordId]);
  assert.deepEqual(await listed({ status: "open" }), [other.recordId]);

  const answer = { answer: "Thank you." };
  assert.equal(
    (await call(tenant, contracts.answerSandboxDispute, { params, body: answer })).body.answer,
    "Thank you.",
  );
  const once = { status: 409, code: "dispute_not_answerable" } as const;
  await expectError(tenant, contracts.answerSandboxDispute, { params, body: { answer: "And?" } }, once);
});

test("a stranger's member is named by no dispute, and played by nobody", async () => {
  const [acquirer, issuer] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(issuer);
  const { recordId } = await authorize(acquirer, card, 2);
  const missing = { status: 404, code: "authorization_not_found" } as const;
  for (const tenant of [acquirer, issuer]) {
    await expectError(tenant, contracts.openSandboxDispute, { body: { authorization: recordId } }, missing);
  }
});
