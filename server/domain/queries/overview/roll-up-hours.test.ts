import assert from "node:assert/strict";
import { test } from "node:test";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { staffCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { COPY_ID, insertCopies } from "@/server/testing/factories/row-copies";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { advanceTestClock } from "@/server/testing/sandbox-clock";
import { countDecisions } from "./count-decisions";
import { spansOf } from "./period";

withTestDatabase();

const MINUTE_MS = 60_000;

async function countPayments(tenant: TestTenant, at?: Date): Promise<number> {
  const staff = { ...staffCaller(tenant), ...(at ? { now: at } : {}) };
  const counts = await countDecisions(staff, spansOf("24h", staff.now, "UTC"));
  return counts.reduce((sum, { count }) => sum + count, 0);
}

const minutesOf = async ({ id }: TestTenant) =>
  (
    await queryTestDatabase<{ minute: Date; count: number }>(
      "SELECT minute, count FROM authorization_minutes WHERE tenant_id = $1 ORDER BY minute",
      [id],
    )
  ).map(({ minute, count }) => [minute.toISOString().slice(11, 16), count]);

const hoursOf = ({ id }: TestTenant) =>
  queryTestDatabase("SELECT hour, count FROM authorization_hours WHERE tenant_id = $1 ORDER BY hour", [id]);

test("a minute is counted once, its hour is the sum of its minutes, and then they go", async () => {
  const clock = withFakeClock("2026-03-02T10:20:40.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const payAndWait = async (minutes: number) => {
    await authorize(tenant, card, 1);
    clock.advance(minutes * MINUTE_MS);
  };
  await payAndWait(1);
  await payAndWait(4);
  assert.equal(await countPayments(tenant), 2);
  assert.deepEqual(await minutesOf(tenant), [], "the first may still have company that is under way");
  clock.advance(MINUTE_MS);
  assert.equal(await countPayments(tenant), 2);
  assert.deepEqual(await minutesOf(tenant), [["10:20", 1]]);
  // A recount from rows would undo this.
  await queryTestDatabase("UPDATE authorization_minutes SET count = 101 WHERE tenant_id = $1", [tenant.id]);
  await payAndWait(3);
  assert.equal(await countPayments(tenant), 103);
  assert.deepEqual(await minutesOf(tenant), [
    ["10:20", 101],
    ["10:21", 1],
  ]);
  clock.advance(36 * MINUTE_MS);
  assert.equal(await countPayments(tenant), 103);
  assert.deepEqual(await hoursOf(tenant), [{ hour: new Date("2026-03-02T10:00:00.000Z"), count: 103 }]);
  assert.deepEqual(await minutesOf(tenant), []);
});

test("a late count of an hour that another process has counted adds nothing", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const tenant = await createTestTenant();
  await authorize(tenant, await createTestCard(tenant), 1);
  clock.advance(60 * MINUTE_MS);
  assert.equal(await countPayments(tenant), 1);
  await queryTestDatabase(
    `INSERT INTO authorization_minutes SELECT tenant_id, environment, '2026-03-02T10:20:00Z', currency, response_code, count,
      amount_minor FROM authorization_hours WHERE tenant_id = $1`,
    [tenant.id],
  );
  assert.equal(await countPayments(tenant), 1);
  clock.advance(120 * MINUTE_MS);
  assert.equal(await countPayments(tenant), 1);
  assert.equal(await countPayments(tenant, new Date("2026-03-02T10:40:00.000Z")), 1);
});

test("a payment under way while its tenant's clock jumps is counted, though it is dated before the jump", async () => {
  const clock = withFakeClock("2026-03-02T10:20:00.000Z");
  const tenant = await createTestTenant();
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 1);
  await advanceTestClock(tenant, { hours: 3 });
  const owner = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const look = async () => {
    const place = { tenant: tenant.slug, environment: "test", period: "24h" } as const;
    return (await owner.tenant.overview.get(place)).current.approved;
  };
  assert.equal(await look(), 1);
  const changed = { root_id: COPY_ID, created_at: "created_at + interval '1 second'" };
  await insertCopies({ table: "authorizations", id: recordId, last: 1, changed });
  assert.equal(await look(), 2);
  clock.advance(5 * MINUTE_MS + 1);
  assert.equal(await look(), 2);
  assert.deepEqual(await hoursOf(tenant), [{ hour: new Date("2026-03-02T10:00:00.000Z"), count: 2 }]);
});
