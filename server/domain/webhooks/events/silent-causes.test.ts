import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, increment, read } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { eventAfterApproval, listEventsInOrder } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function withCard() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  return { tenant, card };
}

type Facts = Readonly<Record<string, unknown>>;

test("an approved increment fires an approval that names its parent, a refused one a decline", async () => {
  const { tenant, card } = await withCard();
  const { recordId: id } = await authorize(tenant, card, 50);
  const child = await increment(tenant, id, 10);
  const { body } = await call(tenant, contracts.incrementAuthorization, {
    params: { id },
    body: { amount: 90 },
    idempotencyKey: "more-1",
  });
  assert.ok(body.status === "declined");
  const [, increased, event] = await listEventsInOrder(tenant);
  assert.deepEqual([increased?.type, event?.type], ["authorization.approved", "authorization.declined"]);
  const { recordId, authorizationId, amountMinor, parentAuthorization, approvalCode } = {
    ...increased?.facts,
  } as Facts;
  assert.deepEqual(
    [recordId, authorizationId, amountMinor, parentAuthorization, approvalCode],
    [child.recordId, child.authorizationId, "1000", id, child.approvalCode],
  );
  assert.deepEqual((await read(tenant, child.recordId)).parentAuthorization, id);
  assert.deepEqual((await read(tenant, id)).parentAuthorization, null);
  const declined = { ...event?.facts } as Facts;
  assert.deepEqual(
    [event?.idempotencyKey, declined.recordId, declined.reasonCode],
    ["authorization.declined:more-1", body.recordId, "51"],
  );
});

test("a refusal as an error or a replay fires nothing", async () => {
  const { tenant, card } = await withCard();
  const { recordId: id } = await authorize(tenant, card, 50);
  const expected = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  await expectError(tenant, contracts.captureAuthorization, { params: { id }, body: { amount: 51 } }, expected);
  for (let i = 0; i < 3; i += 1) {
    await call(tenant, contracts.captureAuthorization, { params: { id }, body: { amount: 5 }, idempotencyKey: "once" });
  }
  const event = await eventAfterApproval(tenant);
  assert.equal(event.idempotencyKey, "authorization.captured:once");
});
