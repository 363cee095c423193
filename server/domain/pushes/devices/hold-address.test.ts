import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { turnOnTestPushes } from "@/server/testing/pushes/push-devices";

withTestDatabase();

const devicesAt = (endpoint: string) => getPrisma().pushDevice.findMany({ where: { endpoint } });

test("an address without its secret takes it from nobody", async () => {
  const { service, create, titlesOf } = await beginPushes();
  const [victim, stranger] = [await create(), await create()];
  const { endpoint } = victim.browser.address;
  const before = await devicesAt(endpoint);
  const own = service.subscribe().address.keys;
  const auth = victim.browser.address.keys.auth;
  for (const keys of [own, { ...own, auth: auth.replace(/^./, (first) => (first === "A" ? "B" : "A")) }]) {
    const address = { endpoint, keys };
    assert.equal(await outcomeOf(turnOnTestPushes(stranger.portal, { address })), "not_permitted");
    assert.equal(await outcomeOf(stranger.portal.wallet.pushes.renew(address)), "not_found");
    const partner = portalOf(
      await openTestSession(await createTestUser({ kind: "member", memberId: victim.card.memberId })),
    );
    assert.equal(await outcomeOf(turnOnTestPushes(partner, { address })), "not_permitted");
  }
  assert.deepEqual(await devicesAt(endpoint), before);
  assert.equal((await devicesAt(stranger.browser.address.endpoint)).length, 1, "theirs is still there too");
  await authorize(victim.tenant, victim.card, 2);
  await sweepPushes({ members: null });
  assert.deepEqual([titlesOf(victim).length, titlesOf(stranger).length], [1, 0]);
});

test("devices renewed to one address at once: one has it, and nothing fails", async () => {
  const { service, create } = await beginPushes();
  const members = [await create(), await create()];
  const users = members.map(({ user }) => user.id);
  const { address } = service.subscribe();
  // Both have checked that the address is free before either writes.
  const outcomes = await whileUncommitted(
    { text: "SELECT 1 FROM push_devices WHERE user_id = ANY($1) FOR UPDATE", values: [users] },
    () => Promise.all(members.map(({ portal }) => outcomeOf(portal.wallet.pushes.renew(address)))),
    members.length,
  );
  assert.deepEqual(outcomes.sort(), ["not_found", "ok"]);
  assert.equal((await devicesAt(address.endpoint)).length, 1);
  assert.equal(await getPrisma().pushDevice.count({ where: { userId: { in: users } } }), 2, "the other keeps its own");
});

test("one renewed and one turned on at the same moment: one has the address", async () => {
  const { service, create } = await beginPushes();
  const [renewed, turnedOn] = [await create(), await create()];
  for (let round = 0; round < 8; round += 1) {
    const browser = service.subscribe();
    const outcomes = await Promise.all([
      outcomeOf(renewed.portal.wallet.pushes.renew(browser.address)),
      outcomeOf(turnOnTestPushes(turnedOn.portal, browser)),
    ]);
    assert.ok(["ok", "not_found"].includes(outcomes[0] ?? ""));
    assert.equal(outcomes[1], "ok");
    assert.equal((await devicesAt(browser.address.endpoint))[0]?.userId, turnedOn.user.id);
    await turnOnTestPushes(renewed.portal, service.subscribe());
  }
});
