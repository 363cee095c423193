import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { readDecision } from "./stored-decision";

withTestDatabase();

const SIZE = sql`pg_column_size(decision) AS size`;

async function rowOf(id: string) {
  const [row] = await query<{ size: number; shape: string }>(
    getPool(),
    sql`SELECT ${SIZE}, decision->>'shape' AS shape FROM authorizations WHERE id = ${id}`,
  );
  assert.ok(row);
  return row;
}

test("a shared part of decisions is kept once; each reads with all its names and its own values", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const ids = [(await authorize(tenant, card, 10)).recordId, (await authorize(tenant, card, 20)).recordId];
  const [first, second] = [await rowOf(ids[0] ?? ""), await rowOf(ids[1] ?? "")];
  assert.equal(first.shape, second.shape);
  assert.ok(first.size < 400, `${first.size} bytes`);
  const [one, other] = [await readDecision(getPool(), ids[0] ?? ""), await readDecision(getPool(), ids[1] ?? "")];
  const fundsOf = (decision: typeof one) => decision?.rules.find(({ id }) => id === "funds");
  assert.deepEqual(fundsOf(one), {
    id: "funds",
    code: "51",
    passed: true,
    saw: { amountMinor: "1000", availableMinor: "10000" },
  });
  assert.deepEqual(fundsOf(other)?.saw, { amountMinor: "2000", availableMinor: "9000" });
  assert.deepEqual(other?.risk?.[0], { rule: "velocity", points: 0, weight: 30, saw: { withinTenMinutes: 1 } });
  assert.deepEqual(one?.hint, {});
});

test("a decline ends with the rule that declined, and keeps its hint", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 5_00n });
  const { recordId } = await declineOf(tenant, card, 10, { reasonCode: "61" });
  const decision = await readDecision(getPool(), recordId ?? "");
  assert.deepEqual(decision?.rules.at(-1), {
    id: "transaction-limit",
    code: "61",
    passed: false,
    saw: { transactionMinor: "1000", limitMinor: "500" },
  });
  assert.deepEqual(decision?.hint, { limit: "transaction" });
});

test("shapes are neither changed nor deleted", async () => {
  const tenant = await createTestTenant();
  await authorize(tenant, await createTestCard(tenant), 10);
  for (const query of ["DELETE FROM decision_shapes", "UPDATE decision_shapes SET shape = '{}'"]) {
    await assert.rejects(queryTestDatabase(query), /append-only/);
  }
});

test("a new connection may lead to a database that lost the shapes: they are written again", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await authorize(tenant, card, 10);
  await queryTestDatabase("SET LOCAL session_replication_role = replica; DELETE FROM decision_shapes");
  const pool = getPool();
  const clients = await Promise.all(Array.from({ length: pool.totalCount + 1 }, () => pool.connect()));
  for (const client of clients) client.release();
  const { recordId } = await authorize(tenant, card, 10);
  assert.ok(await readDecision(pool, recordId));
});
