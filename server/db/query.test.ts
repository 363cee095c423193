import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { getPool } from "./pool";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();

test("columns come in camelCase, bigint as BigInt, dates as UTC midnight, NULL as null", async () => {
  const [row] = await query(
    getPool(),
    sql`SELECT 9007199254740993::bigint AS amount_minor, '2026-03-29'::date AS usage_day, 7::int AS usage_count,
      '2026-03-02T10:00:00.123Z'::timestamptz AS created_at, NULL::bigint AS limit_minor, true AS is_folded,
      ARRAY['a', 'b'] AS allowed_mccs, '{"b": 1}'::json AS facts`,
  );
  assert.deepEqual(row, {
    amountMinor: 9_007_199_254_740_993n,
    usageDay: new Date("2026-03-29T00:00:00.000Z"),
    usageCount: 7,
    createdAt: new Date("2026-03-02T10:00:00.123Z"),
    limitMinor: null,
    isFolded: true,
    allowedMccs: ["a", "b"],
    facts: { b: 1 },
  });
});

test("rows of one query have nothing in common, and of two columns with one name the last counts", async () => {
  const read = () =>
    query(getPool(), sql`SELECT n AS first_number, 'a' AS name, n * 10 AS name FROM generate_series(1, 2) n`);
  const [one, other] = await read();
  const expected = [
    { firstNumber: 1, name: 10 },
    { firstNumber: 2, name: 20 },
  ];
  assert.deepEqual([one, other], expected);
  Object.assign(one as object, { name: "changed" });
  assert.deepEqual(await read(), expected);
});

test("values are parameters, never text of the query", async () => {
  const hostile = "'; DROP TABLE entries; --";
  const [row] = await query<{ text: string }>(getPool(), sql`SELECT ${hostile}::text AS text`);
  assert.equal(row?.text, hostile);
});

test("a refused query keeps its connection", async () => {
  const backend = sql`SELECT pg_backend_pid() AS pid`;
  const [before] = await query<{ pid: number }>(getPool(), backend);
  await assert.rejects(query(getPool(), sql`SELECT 1 / 0`));
  const [after] = await query<{ pid: number }>(getPool(), backend);
  assert.equal(after?.pid, before?.pid);
});

test("an error names the asker, not the socket that answered", async () => {
  const { stack = "" } = await query(getPool(), sql`SELECT 1 / 0`).then(
    () => assert.fail("it was not refused"),
    (error: Error) => error,
  );
  assert.match(stack, /query\.test/);
  assert.doesNotMatch(stack, /onStreamRead/);
});
