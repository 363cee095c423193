import assert from "node:assert/strict";
import { test } from "node:test";
import { revokePaymentCode as revokeCode } from "@/server/contracts/rest/payment-codes";
import { authorizeRecurring } from "@/server/contracts/rest/recurring";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { getPrisma } from "@/server/db/prisma";
import { expireHolds } from "@/server/domain/authorizations";
import { answerDispute, closeDispute, openDispute } from "@/server/domain/disputes";
import { freezeCard, setCardStatus, unfreezeCard } from "@/server/domain/members";
import { expirePaymentCodes } from "@/server/domain/payment-codes";
import { expireAgreements } from "@/server/domain/recurring";
import { inviteMember, joinByInvitation } from "@/server/domain/team";
import { updateSubscription } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { presentEvent } from "@/server/presenters/rest/webhooks";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  AGREEMENT_TERMS,
  approve,
  createTestAgreement,
  deny,
  requestTestAgreement,
  revoke,
} from "@/server/testing/factories/agreements";
import { authorize, capture, increment } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { attempt, bringToLastAttempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { listEventsInOrder, listEventsLike, subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function bodiesOf(tenant: TestTenant, types: string) {
  const events = await listEventsLike(tenant, types);
  return events.map((event) => {
    const body = presentEvent(event);
    const parsed = WEBHOOK_EVENTS[event.type].schema.safeParse(JSON.parse(JSON.stringify(body)));
    assert.ok(parsed.success, `${event.type}: ${parsed.error?.message}`);
    return body;
  });
}

test("a payment code's life is told to the tenant whose member it is, and names no merchant", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(issuer, { fundsMinor: 100_00n });
  const code = await createTestCode(issuer, { card });
  assert.equal((await redeem(acquirer, code, { amount: 5 })).status, 201);
  const bodies = await bodiesOf(issuer, "payment_code.%");
  assert.deepEqual(
    bodies.map(({ event, sequence, recordId, merchant, status, uses }) => [
      event,
      sequence,
      recordId,
      merchant,
      status,
      uses,
    ]),
    [
      ["payment_code.created", 1, code.recordId, null, "active", 0],
      ["payment_code.used", 2, code.recordId, null, "used", 1],
    ],
  );
  assert.deepEqual(await bodiesOf(acquirer, "payment_code.%"), []);

  const other = await createTestCode(issuer, { card });
  for (let i = 0; i < 2; i += 1) await call(issuer, revokeCode, { params: { code: other.code }, body: {} });
  const revoked = (await bodiesOf(issuer, "payment_code.revoked")).map(({ recordId }) => recordId);
  assert.deepEqual(revoked, [other.recordId], "once");
});

test("a locked code and an expired one are told, by whoever finds it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const locked = await createTestCode(tenant, { card });
  for (let i = 0; i < 5; i += 1) await redeem(tenant, { ...locked, pin: locked.wrongPin });
  const swept = await createTestCode(tenant, { card });
  const found = await createTestCode(tenant, { card });
  clock.advance(DAY_MS);
  await redeem(tenant, found);
  await expirePaymentCodes({ now: clock.now() });
  const told = async (type: string) => (await bodiesOf(tenant, type)).map(({ recordId }) => recordId).sort();
  assert.deepEqual(await told("payment_code.locked"), [locked.recordId]);
  assert.deepEqual(await told("payment_code.expired"), [swept.recordId, found.recordId].sort());
});

test("an agreement's answers are told to the merchant's tenant, in order", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant);
  const approved = await createTestAgreement(merchant, { card });
  await revoke(merchant, approved);
  await revoke(merchant, approved);
  const denied = await requestTestAgreement(merchant, { card });
  await deny(merchant.tenant, denied);
  await requestTestAgreement(merchant, { card });
  clock.advance(8 * DAY_MS);
  await expireAgreements({ now: clock.now() });
  const bodies = await bodiesOf(merchant.tenant, "agreement.%");
  const told = bodies.map(
    ({ event, sequence, merchant: at, status }) => `${event} ${sequence} ${status} ${at === merchant.id}`,
  );
  assert.deepEqual(told.sort(), [
    "agreement.approved 2 Active true",
    "agreement.denied 2 Denied true",
    "agreement.expired 2 Expired true",
    "agreement.requested 1 PendingApproval true",
    "agreement.requested 1 PendingApproval true",
    "agreement.requested 1 PendingApproval true",
    "agreement.revoked 3 Revoked true",
  ]);
});

test("an approval by a code's last use tells both", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant);
  const code = await createTestCode(merchant.tenant, { card, allowRecurring: true });
  const { body } = await call(merchant, authorizeRecurring, {
    body: { paymentCode: code.code, pin: code.pin, ...AGREEMENT_TERMS },
  });
  await approve(merchant.tenant, { id: body.recurringAuthorizationId ?? "" });
  const used = await bodiesOf(merchant.tenant, "payment_code.used");
  assert.deepEqual(
    used.map(({ recordId, status, uses }) => [recordId, status, uses]),
    [[code.recordId, "used", 1]],
  );
});

test("a card is frozen and unfrozen by whoever may, told once each", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const member = memberCaller(tenant, card);
  await freezeCard(member, card);
  await freezeCard(member, card);
  await unfreezeCard(member, card);
  for (const status of ["frozen", "frozen", "active", "closed"] as const) {
    await setCardStatus(networkCaller(), { cardId: card.id, status });
  }
  const bodies = await bodiesOf(tenant, "card.%");
  assert.deepEqual(
    bodies.map(({ event, by, sequence }) => `${event} ${by} ${sequence}`).sort(),
    ["card.frozen member 1", "card.frozen network 3", "card.unfrozen member 2", "card.unfrozen network 4"].sort(),
  );
});

test("a member's invitation and joining are told, by the member's id alone", async () => {
  const tenant = await createTestTenant();
  const { memberId } = await createTestCard(tenant);
  const email = "someone@person.test";
  const { link } = await inviteMember(tenantCaller(tenant), { id: memberId, email });
  const token = link.split("/invite/")[1] ?? "";
  await joinByInvitation({ now: now(), requestId: "request" }, { token, password: "a long enough password" });
  const bodies = await bodiesOf(tenant, "member.%");
  assert.deepEqual(
    bodies.map(({ event, recordId, sequence, merchant }) => [event, recordId, sequence, merchant]).sort(),
    [
      ["member.invited", memberId, 1, null],
      ["member.joined", memberId, 2, null],
    ],
  );
  assert.ok(!JSON.stringify(bodies).includes(email));
});

test("a dispute is told to the acquirer when opened, closed, and answered, without a stranger's id", async () => {
  const [acquirer, issuer] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(issuer);
  const { recordId } = await authorize(acquirer, card, 7);
  const { staff } = await createTestPerson(acquirer, "admin");
  const { id } = await openDispute(memberCaller(issuer, card), {
    id: recordId,
    reason: "not_recognized",
    note: "Not me.",
  });
  await openDispute(memberCaller(issuer, card), { id: recordId, reason: "not_recognized", note: "Again." });
  await closeDispute(staff, { id, outcome: "rejected", message: "You were there." }, null);
  await answerDispute(memberCaller(issuer, card), { id: recordId, answer: "I was not." });
  const bodies = (await bodiesOf(acquirer, "dispute.%")).sort((a, b) => Number(a.sequence) - Number(b.sequence));
  assert.deepEqual(
    bodies.map((body) => [
      ...[body.event, body.recordId, body.authorization, body.amount, body.sequence, body.member],
      ...[body.note, body.outcome, body.message, body.answer],
    ]),
    [
      ["dispute.opened", id, recordId, 7, 1, null, "Not me.", null, null, null],
      ["dispute.closed", id, recordId, 7, 2, null, "Not me.", "rejected", "You were there.", null],
      ["dispute.answered", id, recordId, 7, 3, null, "Not me.", "rejected", "You were there.", "I was not."],
    ],
  );
  assert.deepEqual(await bodiesOf(issuer, "dispute.%"), []);
});

test("a batch is told with its sums when it closes, and its payout where it pays", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  await setTestPrice(merchant, { rateBps: 150, fixed: 0.1 });
  await createTestSale(merchant, { amount: 40 });
  const [batch] = (await settleAfterASecond(clock, merchant.tenant, merchant)).batches;
  assert.ok(batch);
  const [completed] = await bodiesOf(merchant.tenant, "settlement.completed");
  const [paid] = await bodiesOf(merchant.tenant, "payout.created");
  const { recordId, captured, refunded, fee, carriedIn, payout, carriedOut, payoutId } = { ...completed } as Record<
    string,
    number | string
  >;
  // 1.5 % of 40.00, plus 0.10.
  assert.deepEqual([recordId, captured, fee, payout], [batch.batchId, 40, 0.7, 39.3]);
  const cents = (amount: number | string | undefined) => Math.round(Number(amount) * 100);
  assert.equal(cents(captured) - cents(refunded) - cents(fee) + cents(carriedIn), cents(payout) + cents(carriedOut));
  assert.deepEqual(
    [paid?.recordId, paid?.batchId, paid?.amount, paid?.merchant],
    [payoutId, batch.batchId, 39.3, merchant.id],
  );
});

test("a hold ended by time is one event of its first authorization, with what went back", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId } = await authorize(tenant, card, 20);
  await increment(tenant, recordId, 10);
  await capture(tenant, recordId, 25);
  clock.advance(8 * DAY_MS);
  await expireHolds({ now: clock.now() });
  await expireHolds({ now: clock.now() });
  const bodies = await bodiesOf(tenant, "authorization.expired");
  assert.deepEqual(
    bodies.map((body) => [body.recordId, body.amountExpired, body.captured, body.sequence]),
    [[recordId, 5, 25, 3]],
  );
});

test("a pause is told to the others: one that was asked for, and one after 50 failures", async () => {
  const { tenant, subscriptionId, deliveryId } = await createTestDelivery("https://receiver.example.com/hooks");
  const { row } = await subscribe(tenant, { events: ["subscription.paused"] });
  await bringToLastAttempt(subscriptionId, 49);
  await attempt(deliveryId);
  const caller = tenantCaller(tenant);
  await updateSubscription(caller, { id: subscriptionId, status: "active" }, null);
  await updateSubscription(caller, { id: subscriptionId, status: "paused" }, null);
  await updateSubscription(caller, { id: subscriptionId, status: "paused" }, null);
  const bodies = await bodiesOf(tenant, "subscription.paused");
  assert.deepEqual(
    bodies.map(({ recordId, reason }) => [recordId, reason]),
    [
      [subscriptionId, "failures"],
      [subscriptionId, "request"],
    ],
  );
  assert.equal(await getPrisma().webhookDelivery.count({ where: { subscriptionId: row.id } }), 2);
});

test("a subscription to the four sees only the four, and what no one subscribes to leaves no delivery", async () => {
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const code = await createTestCode(tenant, { card });
  await redeem(tenant, code, { amount: 5 });
  const deliveries = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId: row.id } });
  assert.deepEqual(
    deliveries.map(({ eventType }) => eventType),
    (await listEventsInOrder(tenant)).map(({ type }) => type),
  );
});
