import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function watchAs(tenant: { id: Awaited<ReturnType<typeof createTestTenant>>["id"]; slug: string }) {
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const stream = await portal.shared.live.watchTenant({ tenant: tenant.slug, environment: "test" });
  return { user, events: stream[Symbol.asyncIterator]() };
}

test("a tenant's people are announced of its payments, not of another's, until their role is gone", {
  timeout: 30_000,
}, async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(tenant);
  const mine = await watchAs(tenant);
  const theirs = await watchAs(other);
  assert.equal((await mine.events.next()).value, "ready");
  assert.equal((await theirs.events.next()).value, "ready");
  const announced: string[] = [];
  const nextOfTheirs = theirs.events.next().then(({ value }) => announced.push(`theirs ${value}`));
  // Listening starts shortly after the stream, so announce repeatedly.
  const next = mine.events.next();
  const timer = setInterval(() => announce(getPool(), `tenant:${tenant.id}:test`), 50);
  assert.equal((await next).value, "changed");
  clearInterval(timer);
  const later = mine.events.next();
  await authorize(tenant, card, 5);
  assert.equal((await later).value, "changed");
  assert.deepEqual(announced, []);

  await getPrisma().role.deleteMany({ where: { userId: mine.user.id } });
  const last = mine.events.next();
  await authorize(tenant, card, 5);
  assert.equal((await last).value, "changed");
  assert.equal((await mine.events.next()).done, true);
  announce(getPool(), `tenant:${other.id}:test`);
  await nextOfTheirs;
  assert.deepEqual(announced, ["theirs changed"]);
});

test("anyone without a role at the tenant may not watch it", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const user = await createTestUser({ kind: "tenant_owner", tenantId: other.id });
  const portal = portalOf(await openTestSession(user));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  await assert.rejects(async () => await portal.shared.live.watchTenant(place), /no such|not there|There is/i);
  await assert.rejects(async () => await portalOf(null).shared.live.watchTenant(place), /signed out/);
});
