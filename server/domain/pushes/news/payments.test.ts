import assert from "node:assert/strict";
import { test } from "node:test";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { requestTestAgreement } from "@/server/testing/factories/agreements";
import { authorize, capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { addTestRole, createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { turnOnTestPushes } from "@/server/testing/pushes/push-devices";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();

const MINUTE_MS = 60_000;
const sweep = () => sweepPushes({ members: null });

test("a device is told once of payments, holds, declines, and refunds, without a card's number", async () => {
  const { create, shownBy, service } = await beginPushes();
  const member = await create();
  const { tenant, card } = member;
  const { recordId } = await authorize(tenant, card, 4.5, { merchantNameRaw: "Corner Café" });
  await declineOf(tenant, card, 90_000, { reasonCode: "51" });
  await Promise.all([sweep(), sweep()]);
  await capture(tenant, recordId);
  await reverse(tenant, recordId, 1.25);
  await sweep();
  await sweep();
  const shown = shownBy(member);
  const { title } = await getPrisma().tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  assert.deepEqual(shown.map((one) => one.title).sort(), [
    "Corner Café refunded $1.25",
    "Declined: $90,000.00 at Test Merchant",
    "Reserved $4.50 at Corner Café",
  ]);
  const reserved = shown.find(({ title }) => title.startsWith("Reserved"));
  assert.deepEqual(
    [reserved?.body, reserved?.href, reserved?.tag],
    [`${title} (test data): With your card.`, `/wallet/activity/${recordId}`, `payment:${recordId}`],
  );
  for (const secret of [card.panToken, member.user.email]) assert.ok(!JSON.stringify(shown).includes(secret));
  const kept = await getPrisma().pushMessage.findMany();
  assert.ok(kept.every((one) => one.title === "" && one.body === "" && one.nextAttemptAt === null));
  assert.equal(service.taken.length, 3);
});

test("every device of everyone with the wallet is told, and nobody else's", async () => {
  const { service, create, titlesOf } = await beginPushes();
  const member = await create();
  const tablet = { browser: service.subscribe() };
  await turnOnTestPushes(portalOf(await openTestSession(member.user)), tablet.browser);
  const partner = await createTestUser({ kind: "member", memberId: member.card.memberId });
  const theirs = { browser: service.subscribe() };
  await turnOnTestPushes(portalOf(await openTestSession(partner)), theirs.browser);
  const [neighbor, stranger] = [await create(member.tenant), await create()];
  await authorize(member.tenant, member.card, 2);
  await sweep();
  assert.deepEqual(
    [member, tablet, theirs].map((one) => titlesOf(one).length),
    [1, 1, 1],
  );
  assert.deepEqual(
    [neighbor, stranger].map((one) => titlesOf(one).length),
    [0, 0],
  );
});

test("a login with two wallets is led by a link that asks which is meant", async () => {
  const { create, shownBy } = await beginPushes();
  const member = await create();
  const other = await create();
  await addTestRole(member.user, { kind: "member", memberId: other.card.memberId });
  const { recordId } = await authorize(other.tenant, other.card, 2);
  await sweep();
  assert.deepEqual(
    shownBy(member).map(({ href }) => href),
    [`/wallet/r/${recordId}`],
  );
  const { href, otherMember } = await member.portal.wallet.requests.find({ id: recordId });
  assert.deepEqual([href, otherMember?.id], [`/wallet/activity/${recordId}`, other.card.memberId]);
});

test("an immediate capture is told as paid, and a code as what paid", async () => {
  const { create, shownBy } = await beginPushes();
  const member = await create();
  const { tenant, card } = member;
  const code = await createTestCode(tenant, { card });
  await redeem(tenant, code, { amount: 3 });
  const merchant = await createTestMerchant(tenant);
  await call(merchant, sellTransaction, { body: { amount: 4, paymentMethod: card.panToken } });
  await sweep();
  const [first, second] = shownBy(member).sort((a, b) => a.title.localeCompare(b.title));
  assert.match(first?.title ?? "", /^Paid \$4\.00 at /);
  assert.match(first?.body ?? "", /: With your card\.$/);
  assert.match(second?.title ?? "", /^Reserved \$3\.00 at /);
  assert.match(second?.body ?? "", /: With a payment code\.$/);
});

test("nothing of before it was turned on is told, nor what is an hour old", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { service, create, titlesOf } = await beginPushes();
  const member = await create();
  const late = { browser: service.subscribe() };
  await authorize(member.tenant, member.card, 2);
  clock.advance(MINUTE_MS);
  await turnOnTestPushes(portalOf(await openTestSession(member.user)), late.browser);
  await sweep();
  assert.deepEqual([titlesOf(member).length, titlesOf(late).length], [1, 0]);
  await authorize(member.tenant, member.card, 3);
  clock.advance(61 * MINUTE_MS);
  await sweep();
  assert.equal(titlesOf(member).length, 1);
});

test("an endlessly ringing till doesn’t make the phone ring so", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, titlesOf } = await beginPushes();
  const member = await create();
  for (let round = 0; round < 4; round += 1) {
    clock.advance(1_000);
    for (let i = 0; i < 15; i += 1) await authorize(member.tenant, member.card, 1);
    await sweep();
  }
  assert.equal(titlesOf(member).length, 40);
});

test("nor do many wallets of one login in one look", async () => {
  const { create, titlesOf } = await beginPushes();
  const member = await create();
  const cards = [member.card, await createTestCard(member.tenant), await createTestCard(member.tenant)];
  for (const { memberId } of cards.slice(1)) await addTestRole(member.user, { kind: "member", memberId });
  for (const card of cards) for (let i = 0; i < 15; i += 1) await authorize(member.tenant, card, 1);
  await sweep();
  assert.equal(titlesOf(member).length, 40);
});

test("a sandbox clock ahead tells what happens now, once, and not what was before a jump", async () => {
  const { create, titlesOf, service } = await beginPushes();
  const member = await create();
  await authorize(member.tenant, member.card, 2);
  await sweep();
  await advanceTestClock(member.tenant, { days: 3 });
  await authorize(member.tenant, member.card, 3);
  const merchant = await createTestMerchant(member.tenant);
  await requestTestAgreement(merchant, { card: member.card });
  await sweep();
  await sweep();
  assert.equal(titlesOf(member).length, 3);
  assert.ok(service.taken.every(({ headers }) => Number(headers.ttl) > 60));
});
