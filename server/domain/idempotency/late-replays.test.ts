import assert from "node:assert/strict";
import { test } from "node:test";
import * as authorizations from "@/server/contracts/rest/authorizations";
import * as codes from "@/server/contracts/rest/payment-codes";
import { createSubscription, rotateSecret } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a replay is the earlier answer however late, without the secrets that were shown once", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  bindTestSender();
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const authorized = { body: { panToken: card.panToken, amount: 30 }, idempotencyKey: "order-1" };
  const approval = await call(tenant, authorizations.createAuthorization, authorized);
  assert.ok(approval.body.status === "approved");
  const captured = { params: { id: approval.body.recordId }, body: { amount: 10 }, idempotencyKey: "capture-1" };
  const capture = await call(tenant, authorizations.captureAuthorization, captured);
  const minted = { body: { member: card.memberId }, idempotencyKey: "code-1" };
  const { pin, ...code } = (await call(tenant, codes.createPaymentCode, minted)).body;
  const subscribed = {
    body: { url: "https://receiver.closed-loop.example.com/hooks", events: ["authorization.approved" as const] },
    idempotencyKey: "hooks-1",
  };
  const { secret, ...subscription } = (await call(tenant, createSubscription, subscribed)).body;
  const rotated = { params: { id: subscription.id }, idempotencyKey: "rotate-1" };
  const { secret: next, ...afterwards } = (await call(tenant, rotateSecret, rotated)).body;
  assert.ok(pin && secret && next);

  clock.advance(3_000 * DAY_MS);
  const replays = [
    [await call(tenant, authorizations.createAuthorization, authorized), approval.body],
    [await call(tenant, authorizations.captureAuthorization, captured), capture.body],
    [await call(tenant, codes.createPaymentCode, minted), code],
    [await call(tenant, createSubscription, subscribed), subscription],
    [await call(tenant, rotateSecret, rotated), afterwards],
  ] as const;
  for (const [{ status, headers, body }, earlier] of replays) {
    const { secretShown, ...shown } = body as object & { readonly secretShown?: unknown };
    assert.deepEqual([status, headers.get("idempotent-replayed"), shown], [200, "true", earlier]);
  }
  assert.equal(await getPrisma().authorization.count(), 1);
  await assertBalance(card.accountId, { postedMinor: 90_00n, heldMinor: 20_00n });
  await assertBooksBalance();
});
