import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { signIn } from "@/server/domain/users";
import { runPushes } from "@/server/inngest/functions/send-pushes";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { charge, createTestAgreement, deny, requestTestAgreement } from "@/server/testing/factories/agreements";
import { authorize, capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { askTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { addTestRole, createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createPushMember, type TestPushMember, turnOnTestPushes } from "@/server/testing/pushes/push-devices";
import { readVapid, startPushService } from "@/server/testing/pushes/push-service";
import { advanceTestClock } from "@/server/testing/sandbox-clock";
import { currentSenderKey } from ".";

withTestDatabase();

const MINUTE_MS = 60_000;
const sweep = () => runPushes(null);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly tag: string;
}

async function begin() {
  const service = await startPushService();
  const create = (
    ...rest: readonly [Parameters<typeof createPushMember>[1]?, Parameters<typeof createPushMember>[2]?]
  ) => createPushMember(service.subscribe(), ...rest);
  /** What arrived at a device, as it shows it. */
  const shownBy = ({ browser }: Pick<TestPushMember, "browser">): Shown[] =>
    service.taken
      .filter(({ path }) => browser.address.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(browser.open(body)));
  const titlesOf = (device: Pick<TestPushMember, "browser">) => shownBy(device).map(({ title }) => title);
  return { service, create, shownBy, titlesOf };
}

test("a device is told once of what was paid, reserved, declined, and refunded, in words that hold no number of a card", async () => {
  const { create, shownBy, service } = await begin();
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

test("what is sent says who sends it, for how long, and in place of which", async () => {
  const { create, service } = await begin();
  const { tenant, card } = await create();
  await authorize(tenant, card, 1);
  await sweep();
  const [push] = service.taken;
  assert.ok(push);
  const { "content-encoding": encoding, ttl, urgency, topic } = push.headers;
  assert.deepEqual([encoding, urgency], ["aes128gcm", "high"]);
  assert.ok(Number(ttl) > 43_100 && Number(ttl) <= 43_200);
  assert.match(String(topic), /^[\w-]{32}$/);
  const vapid = readVapid(push);
  assert.ok(vapid);
  assert.equal(vapid.key, currentSenderKey().publicKey);
  const { aud, exp } = vapid.claims;
  assert.equal(aud, service.origin);
  assert.ok(exp > now().getTime() / 1_000 && exp <= now().getTime() / 1_000 + 86_400);
});

test("requests that wait are told with their merchant and amount, and die when they expire", async () => {
  const { service, shownBy } = await begin();
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { maxAmount: 20, interval: "monthly" });
  const user = await createTestUser({ kind: "member", memberId: agreement.card.memberId });
  const browser = service.subscribe();
  await turnOnTestPushes(portalOf(await openTestSession(user)), browser, { requests: true, payments: false });
  await charge(merchant, agreement, { amount: 5 });
  const { id } = await askTestCharge(merchant, agreement);
  await sweep();
  const [asked, ...others] = shownBy({ browser });
  assert.match(asked?.title ?? "", /^.+ asks for \$35\.00$/);
  assert.match(
    asked?.body ?? "",
    /: More than you allowed for one charge\. Nothing is charged unless you approve it\.$/,
  );
  assert.deepEqual([asked?.href, others], [`/wallet/r/${id}`, []], "payments are off");
  const { expiresAt } = await getPrisma().chargeRequest.findUniqueOrThrow({ where: { id } });
  const left = (expiresAt.getTime() - now().getTime()) / 1_000;
  assert.ok(Math.abs(Number(service.taken[0]?.headers.ttl) - left) < 60);
});

test("a request for recurring payments says its terms; one that was answered before is not told", async () => {
  const { create, shownBy } = await begin();
  const member = await create();
  const { card, tenant } = member;
  await deny(tenant, await requestTestAgreement(await createTestMerchant(tenant), { card }));
  const { id } = await requestTestAgreement(await createTestMerchant(tenant), {
    card,
    amount: 7.2,
    interval: "monthly",
  });
  await sweep();
  const shown = shownBy(member);
  assert.equal(shown.length, 1);
  assert.match(shown[0]?.title ?? "", / asks for recurring payments$/);
  assert.match(shown[0]?.body ?? "", /\$7\.20 every month/);
  assert.equal(shown[0]?.href, `/wallet/r/${id}`);
});

test("every device of everyone who has the wallet is told, and nobody else's", async () => {
  const { service, create, titlesOf } = await begin();
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
  const { create, shownBy } = await begin();
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

test("a code that pays is told as paid at once where it is a sale", async () => {
  const { create, shownBy } = await begin();
  const member = await create();
  const code = await createTestCode(member.tenant, { card: member.card });
  await redeem(member.tenant, code, { amount: 3 });
  await sweep();
  assert.match(shownBy(member)[0]?.body ?? "", /: With a payment code\.$/);
});

test("nothing of before it was turned on is told, nor what is an hour old", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { service, create, titlesOf } = await begin();
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

test("a push service that is busy is asked again, four times in all; one that knows the device no more ends it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { service, create } = await begin();
  const { tenant, card, portal } = await create();
  service.answerWith(429);
  await authorize(tenant, card, 2);
  const counts: number[] = [];
  for (const minutes of [0, 0.5, 1, 3, 10, 20]) {
    clock.advance(minutes * MINUTE_MS);
    await sweep();
    counts.push(service.taken.length);
  }
  assert.deepEqual(counts, [1, 1, 2, 3, 4, 4]);
  service.answerWith(503);
  await authorize(tenant, card, 2);
  await sweep();
  service.answerWith(201);
  clock.advance(MINUTE_MS);
  await sweep();
  assert.equal(service.taken.length, 6);
  for (const status of [302, 400]) {
    service.answerWith(status);
    await authorize(tenant, card, 2);
    await sweep();
    clock.advance(MINUTE_MS);
    await sweep();
  }
  assert.equal(service.taken.length, 8, "no redirect is followed, and what is refused is not sent again");
  service.answerWith(410);
  await authorize(tenant, card, 2);
  await sweep();
  assert.deepEqual((await portal.wallet.pushes.list()).devices, []);
});

for (const [how, end] of [
  ["signing out", ({ portal }) => portal.shared.sessions.signOut()],
  [
    "turning it off",
    async ({ portal }) => {
      const [device] = (await portal.wallet.pushes.list()).devices;
      await portal.wallet.pushes.remove({ id: device?.id ?? "" });
    },
  ],
  [
    "being signed out from elsewhere",
    async ({ user, session }) => {
      await portalOf(await openTestSession(user)).shared.sessions.end({ id: session });
    },
  ],
  [
    "a change of the password elsewhere",
    async ({ user }) => {
      const other = portalOf(await openTestSession(user));
      await other.shared.sessions.changePassword({ current: user.password, next: "a new and longer one" });
    },
  ],
  [
    "the end of the role",
    async ({ user }) => {
      await getPrisma().role.deleteMany({ where: { userId: user.id } });
    },
  ],
  [
    "a suspension of the tenant",
    async ({ tenant }) => {
      await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "suspended" } });
    },
  ],
] satisfies readonly [string, (member: TestPushMember) => Promise<unknown>][]) {
  test(`${how} ends it, also for what was on its way`, async () => {
    const { create, titlesOf } = await begin();
    const member = await create();
    await authorize(member.tenant, member.card, 2);
    await end(member);
    await sweep();
    assert.deepEqual(titlesOf(member), []);
  });
}

test("a device that nobody has opened the wallet on for a week is signed out, and its row goes", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, titlesOf } = await begin();
  const member = await create();
  clock.advance(8 * 24 * 60 * MINUTE_MS);
  await authorize(member.tenant, member.card, 2);
  await sweep();
  assert.deepEqual(titlesOf(member), []);
  assert.equal(await getPrisma().pushDevice.count({ where: { userId: member.user.id } }), 0);
});

test("an address that is none, is private, or isn’t https is refused, and changes nothing", async () => {
  const { service } = await begin();
  const card = (await createPushMember(service.subscribe())).card;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId: card.memberId })));
  for (const endpoint of [
    ...["nowhere", "http://push.example.com/x", "https://127.0.0.1/x", "https://10.0.0.8/x", "https://[::1]/x"],
    ...[
      "https://169.254.169.254/latest",
      "https://db.internal/x",
      "https://push.example.com:25/x",
      "ftp://example.com/",
    ],
  ]) {
    const { keys } = service.subscribe().address;
    const outcome = await outcomeOf(turnOnTestPushes(portal, { address: { endpoint, keys } }));
    assert.equal(outcome, "validation_error", endpoint);
  }
  const { endpoint, keys } = service.subscribe().address;
  const off = { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") } };
  assert.equal(await outcomeOf(turnOnTestPushes(portal, { address: off })), "validation_error");
  assert.deepEqual((await portal.wallet.pushes.list()).devices, []);
});

test("a demo login gets none, and a login twenty devices at most", async () => {
  const { service } = await begin();
  const { card } = await createPushMember(service.subscribe());
  const role = { kind: "member", memberId: card.memberId } as const;
  const shared = portalOf(await openTestSession(await createTestUser(role, { isShared: true })));
  assert.equal(await outcomeOf(turnOnTestPushes(shared, service.subscribe())), "not_permitted");
  const user = await createTestUser(role);
  const sessions = await Promise.all(
    Array.from({ length: 21 }, () => signIn({ now: now() }, { ...user, userAgent: null, address: null })),
  );
  const outcomes = await Promise.all(
    sessions.map((session) => outcomeOf(turnOnTestPushes(portalOf(session?.sessionId ?? null), service.subscribe()))),
  );
  assert.deepEqual(outcomes.sort(), ["not_permitted", ...Array<string>(20).fill("ok")]);
});

test("an address that its browser’s next login uses is theirs; the same device has one", async () => {
  const { service, create, titlesOf } = await begin();
  const first = await create();
  await turnOnTestPushes(first.portal, first.browser, { requests: false, payments: false });
  assert.deepEqual(
    (await first.portal.wallet.pushes.list()).devices.map(({ requests, payments, isCurrent }) => [
      requests,
      payments,
      isCurrent,
    ]),
    [[false, false, true]],
  );
  const second = await createPushMember(first.browser);
  assert.deepEqual((await first.portal.wallet.pushes.list()).devices, []);
  await authorize(first.tenant, first.card, 2);
  await authorize(second.tenant, second.card, 3);
  await sweep();
  assert.deepEqual(titlesOf(second).length, 1);
  assert.equal(service.taken.length, 1);
});

test("kinds are changed, an address is renewed, and a test arrives, three a minute", async () => {
  const { service, create, titlesOf, shownBy } = await begin();
  const member = await create();
  const { pushes } = member.portal.wallet;
  await pushes.change({ requests: true, payments: false });
  await authorize(member.tenant, member.card, 2);
  const renewed = { browser: service.subscribe() };
  await pushes.renew(renewed.browser.address);
  for (let i = 0; i < 3; i += 1) await pushes.test();
  assert.equal(await outcomeOf(pushes.test()), "rate_limit_exceeded");
  await sweep();
  assert.deepEqual([titlesOf(member), titlesOf(renewed)], [[], Array<string>(3).fill("Notifications work")]);
  assert.equal(shownBy(renewed)[0]?.href, "/wallet/settings");
  const taken = (await create()).browser.address;
  assert.equal(await outcomeOf(pushes.renew(taken)), "not_found", "another device's address");
  const off = portalOf(await openTestSession(member.user)).wallet.pushes;
  for (const call of [() => off.change({ requests: true, payments: true }), () => off.renew(taken), () => off.test()]) {
    assert.equal(await outcomeOf(call()), "not_found");
  }
});

test("a till that rings without end doesn’t make the phone do so", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, titlesOf } = await begin();
  const member = await create();
  for (let round = 0; round < 4; round += 1) {
    clock.advance(1_000);
    for (let i = 0; i < 15; i += 1) await authorize(member.tenant, member.card, 1);
    await sweep();
  }
  // At forty within the hour it ends; what was written until then is sent.
  assert.equal(titlesOf(member).length, 45);
});

test("a sandbox clock that is ahead tells what happens now, once, and not what was before a jump", async () => {
  const { create, titlesOf, service } = await begin();
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
