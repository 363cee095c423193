import assert from "node:assert/strict";
import { test } from "node:test";
import { TABLES } from "@/server/db/insert-rows";
import { getPrisma } from "@/server/db/prisma";
import { invitePerson } from "@/server/domain/team";
import { actAsOperator, requestPasswordReset } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { KEPT_DAYS } from "@/server/platform/kept-days";
import { assertBooksBalance } from "@/server/testing/books";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, userCaller } from "@/server/testing/factories/portal";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { forgetOld, listKeptTables } from ".";
import { KEPT_TABLES } from "./kept-tables";

withTestDatabase();

const later = (days: number) => new Date(now().getTime() + days * DAY_MS);
const GO = [
  "portal_sessions",
  "password_resets",
  "invitations",
  "notifications",
  "emails",
  "webhook_deliveries",
  "events",
];
const counts = async (tables: readonly string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countRows(table)] as const)));

async function leaveTraces() {
  const tenant = await createTestTenant();
  await subscribe(tenant);
  const { staff, user } = await createTestPerson(tenant, "owner");
  await invitePerson(staff, { email: "someone@invited.test", role: "viewer" });
  await requestPasswordReset({ now: now() }, { email: user.email });
  const card = await createTestCard(tenant);
  await capture(tenant, (await authorize(tenant, card, 10)).recordId);
  const notice = { kind: "webhook_failing", title: "t", text: "t", href: "/", cause: "c", createdAt: now() };
  await getPrisma().notification.create({ data: { id: "N".repeat(17), userId: user.id, ...notice } });
  await queryTestDatabase("UPDATE notifications SET id = (SELECT id FROM invitations LIMIT 1)");
  return { tenant };
}

test("the list has every table of the database, and nothing else", async () => {
  assert.deepEqual(Object.keys(KEPT_TABLES).sort(), [...TABLES].sort());
  const stored = await queryTestDatabase<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname NOT LIKE '\\_prisma%' ORDER BY 1`,
  );
  assert.deepEqual(
    Object.keys(KEPT_TABLES).sort(),
    stored.map(({ name }) => name),
  );
});

test("expired records go, others stay, and the books are whole", async () => {
  await leaveTraces();
  const before = await counts(GO);
  assert.ok(
    Object.values(before).every((count) => count > 0),
    JSON.stringify(before),
  );
  const others = TABLES.filter((table) => !GO.includes(table) && table !== "retention_runs");
  const kept = await counts(others);
  await forgetOld({ now: later(KEPT_DAYS.emails.days - 1) });
  assert.deepEqual(await counts(GO), before);
  await forgetOld({ now: later(KEPT_DAYS.emails.days + 1) });
  assert.deepEqual(await counts(GO), { ...before, emails: 0, password_resets: 0 });
  // A due delivery waits for its end, and its event for it.
  await forgetOld({ now: later(KEPT_DAYS.events.days + 1) });
  const due = await counts(["webhook_deliveries", "events"]);
  assert.ok((due.webhook_deliveries ?? 0) > 0 && due.webhook_deliveries === due.events);
  await queryTestDatabase("UPDATE webhook_deliveries SET next_attempt_at = NULL, status = 'exhausted', attempt = 7");
  await forgetOld({ now: later(KEPT_DAYS.events.days + 1) });
  assert.deepEqual(await counts(GO), Object.fromEntries(GO.map((table) => [table, 0])));
  assert.deepEqual(await counts(others), kept);
  await assertBooksBalance();
});

test("an operator sees how long each table is kept, and what the last run did", async () => {
  await leaveTraces();
  const at = later(KEPT_DAYS.emails.days + 1);
  await forgetOld({ now: at });
  const user = await createTestUser({ kind: "network_operator" });
  const listed = await listKeptTables(await actAsOperator(await userCaller(user), { environment: "test" }));
  const find = (name: string) => listed.find(({ table }) => table === name);
  assert.equal(listed.length, TABLES.length);
  const emails = find("emails");
  assert.deepEqual([emails?.days, emails?.leastDays, emails?.lastRun?.ranAt], [30, 3, at]);
  assert.ok((emails?.lastRun?.removed ?? 0n) > 0n && emails?.lastRun?.oldestAt === null);
  assert.ok(find("invitations")?.lastRun?.oldestAt instanceof Date);
  assert.deepEqual([find("postings")?.days, find("postings")?.lastRun], [null, null]);
});
