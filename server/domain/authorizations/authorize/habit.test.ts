import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { Habit } from "@/server/domain/risk";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { COPY_ID, insertCopies } from "@/server/testing/factories/row-copies";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { type HabitFacts, selectHabit, toHabit } from "./read-facts";

withTestDatabase();
const clock = withFakeClock("2026-03-02T10:00:00.000Z");

const DEVICE = "the device";

async function habitOf(card: TestCard, merchantId: string, device: string | null = null): Promise<Habit> {
  const habit = selectHabit(sql`${clock.now()}::timestamptz`, sql`${merchantId}::text`, sql`${device}::text`);
  const [row] = await query<{ habit: HabitFacts }>(
    getPool(),
    sql`SELECT ${habit} AS habit FROM accounts a WHERE a.id = ${card.accountId}`,
  );
  assert.ok(row);
  return toHabit(row.habit);
}

async function addCopies(recordId: string, first: number, last: number): Promise<void> {
  const changed = { root_id: COPY_ID, device_hash: `CASE WHEN n = 1 THEN '${DEVICE}' END` };
  await insertCopies({ table: "authorizations", id: recordId, changed, first, last });
}

test("velocity and mean are of the last twenty; a merchant and a device are known from the last fifty", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const other = await createTestMerchant(tenant);
  await authorize(tenant, card, 500, { merchant: other.id });
  clock.advance(1_000);
  const { recordId } = await authorize(tenant, card, 10);
  await addCopies(recordId, 1, 48);
  clock.advance(60_000);
  const lately = { recentCount: 20, approvedCount: 20, averageMinor: 10_00n };
  assert.deepEqual(await habitOf(card, other.id, DEVICE), { ...lately, knowsMerchant: true, knowsDevice: true });
  assert.deepEqual(await habitOf(card, other.id), { ...lately, knowsMerchant: true, knowsDevice: false });
  await addCopies(recordId, 49, 49);
  assert.deepEqual(await habitOf(card, other.id, DEVICE), { ...lately, knowsMerchant: false, knowsDevice: true });
  await addCopies(recordId, 50, 51);
  assert.deepEqual(await habitOf(card, other.id, DEVICE), { ...lately, knowsMerchant: false, knowsDevice: false });
});

test("a decline counts for velocity alone, and not any more after ten minutes", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const other = await createTestMerchant(tenant);
  await authorize(tenant, card, 10);
  clock.advance(9 * 60_000);
  await declineOf(tenant, card, 5_000, { reasonCode: "51", merchant: other.id });
  const known = { approvedCount: 1, averageMinor: 10_00n, knowsMerchant: false, knowsDevice: false };
  assert.deepEqual(await habitOf(card, other.id), { recentCount: 2, ...known });
  clock.advance(60_000);
  assert.deepEqual(await habitOf(card, other.id), { recentCount: 1, ...known });
});
