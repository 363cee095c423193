import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { expireHolds } from "../authorizations";
import { checkBooks } from "./check-books";

withTestDatabase();

const DAY_MS = 24 * 3_600_000;
/** Few enough that the planner, with these statistics, chose a nested loop over the many below. */
const FEW = 4;
const MANY = 30_000;
/** A check takes milliseconds; with that nested loop, one took 49 s. */
const AT_MOST_MS = 20_000;

test("tables grown since they were analyzed are proved as fast", async () => {
  const tenant = await createTestTenant();
  const holds: string[] = [];
  while (holds.length < FEW) holds.push((await createTestHold(tenant, { amount: 1 })).recordId);
  await expireHolds({ now: new Date(Date.now() + 8 * DAY_MS) });
  await queryTestDatabase("ANALYZE");
  await queryTestDatabase(
    `INSERT INTO authorizations
      SELECT copy.* FROM authorizations template, generate_series(1, ${MANY}) number,
        LATERAL (SELECT left(template.id, 9) || lpad(number::text, 8, '0') AS id) own,
        jsonb_populate_record(template, jsonb_build_object('id', own.id, 'root_id', own.id,
          'authorization_number', lpad(number::text, 7, '0'), 'request_id', own.id)) copy
      WHERE template.id = $1`,
    [holds[0]],
  );
  const checks = await checkBooks();
  assert.deepEqual(
    checks.filter(({ breaches, durationMs }) => breaches.length > 0 || durationMs > AT_MOST_MS),
    [],
  );
});
