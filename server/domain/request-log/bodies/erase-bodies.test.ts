import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { now } from "@/server/platform/clock";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { eraseBodies, flushRequestLog, openRequestLog } from "..";

withTestDatabase({ isApp: true });
openRequestLog();

async function pay(tenant: TestTenant): Promise<string> {
  const { panToken } = await createTestCard(tenant);
  const reply = await call(tenant, createAuthorization, { body: { panToken, amount: 5, metadata: { guest: "Ada" } } });
  await flushRequestLog();
  return reply.headers.get("x-request-id") ?? "";
}

async function isKept(id: string): Promise<boolean> {
  const rows = await queryTestDatabase(
    "SELECT 1 FROM request_bodies WHERE id = $1 AND request_body IS NOT NULL AND response_body IS NOT NULL",
    [id],
  );
  return rows.length > 0;
}

test("a tenant's test requests lose their texts, of all kept days; another tenant's stay", async () => {
  const tenant = await createTestTenant();
  const [early, late, others] = [await pay(tenant), await pay(tenant), await pay(await createTestTenant())];
  const monthAgo = new Date(now().getTime() - 29 * DAY_MS);
  for (const table of ["request_records", "request_bodies"]) {
    await queryTestDatabase(`UPDATE ${table} SET created_at = $2 WHERE id = $1`, [early, monthAgo]);
  }
  assert.deepEqual([await isKept(early), await isKept(late)], [true, true]);
  await eraseBodies(tenant.id, { now: now() });
  await eraseBodies(tenant.id, { now: now() });
  assert.deepEqual([await isKept(early), await isKept(late), await isKept(others)], [false, false, true]);
  const because = await queryTestDatabase<{ because: string | null }>(
    "SELECT unkept_because AS because FROM request_bodies WHERE id = ANY($1) ORDER BY created_at",
    [[early, late, others]],
  );
  assert.deepEqual(
    because.map((row) => row.because),
    ["erased", "erased", null],
  );
});
