import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { advanceTestClock } from "@/server/testing/sandbox-clock";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const MOST = 16;
const origin = withNodeHost(MOST);

test("repeats waiting for jumps are few, and leave room for another tenant's live requests", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const [one, two, three] = [await createTestTenant(), await createTestTenant(), await createTestTenant()];
  const other = await createTestTenant();
  const live = await createTestKey(other, { environment: "live" });
  const begun = [one, two, three];
  for (const tenant of begun) {
    await advanceTestClock(tenant, { days: 1 }, "jump");
    await getPrisma().idempotencyKey.deleteMany({ where: { key: "jump" } });
    // As if another process were moving it.
    await getPrisma().sandboxJump.updateMany({ where: { tenantId: tenant.id }, data: { arrivedAt: null } });
  }
  const atOnce: (string | null)[] = [];
  let waiting = 0;
  const repeats = begun.flatMap((tenant) =>
    Array.from({ length: 5 }, async () => {
      waiting += 1;
      const answer = await fetch(`${origin()}/v1/sandbox/clock/advance`, {
        method: "POST",
        headers: { ...credentialsOf(tenant), "content-type": "application/json", "idempotency-key": "jump" },
        body: JSON.stringify({ days: 1 }),
      });
      waiting -= 1;
      if (answer.status === 503) atOnce.push(answer.headers.get("retry-after"));
      return answer.status;
    }),
  );
  await waitUntil("all but four are answered", () => waiting === 4);
  assert.deepEqual(
    atOnce,
    Array.from({ length: 11 }, () => "1"),
  );
  assert.equal((await fetch(`${origin()}/v1/me`, { headers: credentialsOf(live) })).status, 200);
  await getPrisma().sandboxJump.updateMany({ data: { arrivedAt: clock.now() } });
  const statuses = await Promise.all(repeats);
  assert.equal(statuses.filter((status) => status === 200).length, 4);
});
