import assert from "node:assert/strict";
import { test } from "node:test";
import * as authorizations from "@/server/contracts/rest/authorizations";
import { captureAuthorization } from "@/server/contracts/rest/capture-authorization";
import { getPool } from "@/server/db/pool";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

/** Locks rows while `work` runs, as a settlement or a person at a console would. */
async function whileLocked<T>(table: string, ids: readonly string[], work: () => Promise<T>): Promise<T> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN");
    await client.query(`SELECT id FROM ${table} WHERE id = ANY($1) FOR NO KEY UPDATE`, [ids]);
    return await work();
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

async function holds(tenant: TestTenant, card: TestCard, count: number): Promise<readonly string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => authorize(tenant, card, 1)));
  return made.map(({ recordId }) => recordId);
}

const reverse = (tenant: TestTenant, id: string) =>
  call(tenant, authorizations.reverseAuthorization, { params: { id }, body: {} }).then(({ status }) => status);
const capture = (tenant: TestTenant, id: string) =>
  call(tenant, captureAuthorization, { params: { id }, body: {} }).then(({ status }) => status);
const pay = (tenant: TestTenant, { panToken }: TestCard) =>
  call(tenant, authorizations.createAuthorization, { body: { panToken, amount: 1 } }).then(({ status }) => status);

for (const [what, move] of [
  ["voids", reverse],
  ["captures", capture],
] as const) {
  test(`${what} of one tenant wait for no families of another that are locked, however many are asked for`, async () => {
    const [busy, calm] = [await createTestTenant(), await createTestTenant()];
    const [busyCard, calmCard] = [await createTestCard(busy), await createTestCard(calm)];
    const locked = await holds(busy, busyCard, 24);
    const own = await holds(calm, calmCard, 12);
    let waiting: Promise<readonly number[]> = Promise.resolve([]);
    await whileLocked("authorizations", locked, async () => {
      waiting = Promise.all(locked.map((id) => move(busy, id)));
      // Some join the batch of the waiting ones, the others come behind it.
      const answers = await Promise.all(own.slice(0, 6).map((id) => move(calm, id)));
      for (const id of own.slice(6)) answers.push(await move(calm, id));
      assert.deepEqual(answers, Array(12).fill(200));
    });
    assert.deepEqual(await waiting, Array(24).fill(200));
    await assertBooksBalance();
  });
}

test("payments wait for no account of another that is locked", async () => {
  const [busy, calm] = [await createTestTenant(), await createTestTenant()];
  const [busyCard, calmCard] = [await createTestCard(busy), await createTestCard(calm)];
  let waiting: Promise<readonly number[]> = Promise.resolve([]);
  await whileLocked("accounts", [busyCard.accountId], async () => {
    waiting = Promise.all(Array.from({ length: 24 }, () => pay(busy, busyCard)));
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(calm, calmCard)));
    for (let i = 0; i < 6; i += 1) answers.push(await pay(calm, calmCard));
    assert.deepEqual(answers, Array(12).fill(201));
  });
  assert.deepEqual(await waiting, Array(24).fill(201));
  await assertBooksBalance();
});
