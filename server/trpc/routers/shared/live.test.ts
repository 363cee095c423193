import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { endSessions } from "@/server/domain/users";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf, userCaller } from "@/server/testing/factories/portal";
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

const MOST_OF_LOGIN = 24;

test("a login's streams are bounded in all its sessions together, a publicly known one's in each network", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const login = (isShared: boolean) => createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }, { isShared });
  const sessionsOf = async (user: Awaited<ReturnType<typeof login>>) => [
    await openTestSession(user),
    await openTestSession(user),
  ];
  const opened: AsyncIterator<unknown>[] = [];
  const open = async (session: string | undefined, address: string) => {
    const stream = await portalOf(session as Parameters<typeof portalOf>[0], address).shared.live.watchTenant(place);
    const events = stream[Symbol.asyncIterator]();
    assert.equal((await events.next()).value, "ready");
    opened.push(events);
  };
  const refused = /Too many open pages/;
  const [here, there] = ["192.0.2.1", "192.0.2.2"];
  for (const isShared of [false, true]) {
    const [first, second] = await sessionsOf(await login(isShared));
    for (let count = 0; count < MOST_OF_LOGIN; count += 1) await open(count % 2 === 0 ? first : second, here);
    await assert.rejects(open(first, here), refused);
    await assert.rejects(open(second, here), refused);
    if (isShared) await open(second, there);
    else await assert.rejects(open(second, there), refused);
    await open((await sessionsOf(await login(isShared)))[0], here);
    await opened[0]?.return?.();
    if (!isShared) await open(second, there);
    for (const events of opened.splice(0)) await events.return?.();
  }
});

test("the streams of a session read it once at each change, and all end with it", { timeout: 30_000 }, async (t) => {
  const tenant = await createTestTenant();
  const caller = await userCaller(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id }));
  const portal = portalOf(caller.sessionId);
  const STREAMS = 10;
  const streams = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const stream = await portal.shared.live.watchTenant({ tenant: tenant.slug, environment: "test" });
      return stream[Symbol.asyncIterator]();
    }),
  );
  const nextOfAll = () => Promise.all(streams.map(async (events) => (await events.next()).value));
  assert.deepEqual(new Set(await nextOfAll()), new Set(["ready"]));
  const client = await getPool().connect();
  client.release();
  const queries = t.mock.method(Object.getPrototypeOf(client) as typeof client, "query");
  const countReads = () =>
    queries.mock.calls.filter(({ arguments: [asked] }) => JSON.stringify(asked).includes("FROM portal_sessions s"))
      .length;
  const woken = nextOfAll();
  const timer = setInterval(() => announce(getPool(), `tenant:${tenant.id}:test`), 50);
  assert.deepEqual(new Set(await woken), new Set(["changed"]));
  clearInterval(timer);
  assert.equal(countReads(), 1);
  const ended = nextOfAll();
  await endSessions(caller, "all");
  assert.deepEqual(new Set(await ended), new Set(["ended"]));
});
