import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { createPushMember, turnOnTestPushes } from "@/server/testing/pushes/push-devices";

withTestDatabase();

const sweep = () => sweepPushes({ members: null });

test("an invalid, private, or plain-http address is refused, and changes nothing", async () => {
  const { service } = await beginPushes();
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
  const { service } = await beginPushes();
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

test("an address used by its browser’s next login is theirs; the same device has one", async () => {
  const { service, create, titlesOf } = await beginPushes();
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
  const { service, create, titlesOf, shownBy } = await beginPushes();
  const member = await create();
  const { pushes } = member.portal.wallet;
  await pushes.change({ requests: true, payments: false });
  await authorize(member.tenant, member.card, 2);
  const renewed = { browser: service.subscribe() };
  await pushes.renew(renewed.browser.address);
  for (let i = 0; i < 3; i += 1) await pushes.test();
  await turnOnTestPushes(member.portal, renewed.browser, { requests: false, payments: false });
  assert.equal(await outcomeOf(pushes.test()), "rate_limit_exceeded", "also of a device that was turned on anew");
  await sweep();
  assert.deepEqual([titlesOf(member), titlesOf(renewed)], [[], Array<string>(3).fill("Notifications work")]);
  assert.equal(shownBy(renewed)[0]?.href, "/wallet/settings");
  const taken = (await create()).browser.address;
  assert.equal(await outcomeOf(pushes.renew(taken)), "not_found", "another device’s address");
  const partner = await createTestUser({ kind: "member", memberId: member.card.memberId });
  const off = portalOf(await openTestSession(partner)).wallet.pushes;
  for (const call of [() => off.change({ requests: true, payments: true }), () => off.renew(taken), () => off.test()]) {
    assert.equal(await outcomeOf(call()), "not_found");
  }
});

test("turning on again changes nothing but what is asked for, and two logins at one address don't fail", async () => {
  const { service, create } = await beginPushes();
  const member = await create();
  const read = () => getPrisma().pushDevice.findFirstOrThrow({ where: { userId: member.user.id } });
  const before = await read();
  await turnOnTestPushes(member.portal, member.browser);
  assert.deepEqual(await read(), before);
  await turnOnTestPushes(member.portal, member.browser, { requests: true, payments: false });
  assert.deepEqual(await read(), { ...before, payments: false });
  assert.equal(
    await getPrisma().auditRecord.count({ where: { action: "pushes.turned_on", userId: member.user.id } }),
    2,
  );
  const browser = service.subscribe();
  const portals = await Promise.all(
    Array.from({ length: 8 }, async () =>
      portalOf(await openTestSession(await createTestUser({ kind: "member", memberId: member.card.memberId }))),
    ),
  );
  const outcomes = await Promise.all(portals.map((portal) => outcomeOf(turnOnTestPushes(portal, browser))));
  assert.deepEqual(outcomes, Array<string>(8).fill("ok"));
  assert.equal(await getPrisma().pushDevice.count({ where: { endpoint: browser.address.endpoint } }), 1);
});
