import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestUser,
  openTestSession,
  outcomeOf,
  portalOf,
  type TestPortal,
} from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createPushMember, turnOnTestPushes } from "@/server/testing/pushes/push-devices";
import { bindTestPushSender } from "@/server/testing/pushes/push-service";
import { newBrowser } from "@/server/testing/pushes/test-browser";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();
bindTestPushSender();

const anywhere = () => newBrowser(`https://push.example.com/${newRecordId(now())}`);
const BOTH = { requests: true, payments: true };

const TABLE: Readonly<Record<string, (portal: TestPortal) => Promise<unknown>>> = {
  "wallet.pushes.list": (portal) => portal.wallet.pushes.list(),
  "wallet.pushes.turnOn": (portal) => turnOnTestPushes(portal),
  "wallet.pushes.change": (portal) => portal.wallet.pushes.change(BOTH),
  "wallet.pushes.renew": (portal) => portal.wallet.pushes.renew(anywhere().address),
  "wallet.pushes.test": (portal) => portal.wallet.pushes.test(),
  "wallet.pushes.remove": async (portal) => {
    const { devices } = await portal.wallet.pushes.list();
    return portal.wallet.pushes.remove({ id: devices[0]?.id ?? "" });
  },
};

test("each is open to members alone, and each change is on record", async () => {
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("wallet.pushes."));
  assert.deepEqual(Object.keys(TABLE).sort(), all.sort());
  const tenantId = (await createTestTenant()).id;
  const others = [
    [portalOf(null), "authentication_failed"],
    [portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId }))), "not_permitted"],
    [portalOf(await openTestSession(await createTestUser({ kind: "network_operator" }))), "not_permitted"],
  ] as const;
  const { portal, user } = await createPushMember(anywhere());
  for (const [name, call] of Object.entries(TABLE)) {
    for (const [other, refusal] of others) assert.equal(await outcomeOf(call(other)), refusal, name);
    assert.equal(await outcomeOf(call(portal)), "ok", name);
  }
  const records = await getPrisma().auditRecord.findMany({ where: { userId: user.id }, orderBy: { number: "asc" } });
  const actions = records.map(({ action }) => action).filter((action) => action.startsWith("pushes."));
  assert.deepEqual(actions, ["pushes.turned_on", "pushes.turned_on", "pushes.changed", "pushes.turned_off"]);
});

test("another’s device is not there, nor is one that was removed", async () => {
  const [own, other] = [await createPushMember(anywhere()), await createPushMember(anywhere())];
  const [device] = (await own.portal.wallet.pushes.list()).devices;
  assert.ok(device?.isCurrent);
  assert.ok(!(await other.portal.wallet.pushes.list()).devices.some(({ id }) => id === device.id));
  const remove = { id: device.id };
  assert.equal(await outcomeOf(other.portal.wallet.pushes.remove(remove)), "not_found");
  assert.equal(await outcomeOf(own.portal.wallet.pushes.remove(remove)), "ok");
  assert.equal(await outcomeOf(own.portal.wallet.pushes.remove(remove)), "not_found");
});
