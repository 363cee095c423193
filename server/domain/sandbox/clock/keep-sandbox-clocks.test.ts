import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { newRecordId } from "@/server/platform/ids";
import { assertBalance } from "@/server/testing/books";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { advanceTestClock, readTestClock } from "@/server/testing/sandbox-clock";
import { keepSandboxClocks } from "./keep-sandbox-clocks";

withTestDatabase();

test("a jump that another process is at is passed over, and holds up neither other clocks nor other jumps", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const [held, left, resting] = [await createTestTenant(), await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(resting);
  for (const tenant of [held, left, resting]) await advanceTestClock(tenant, { hours: 1 });
  await authorize(resting, card, 10);
  clock.advance(8 * DAY_MS);
  const beginJump = async ({ id: tenantId }: TestTenant) => {
    const [fromAt, toAt] = [3_600_000, DAY_MS].map((aheadMs) => new Date(clock.now().getTime() + aheadMs));
    assert.ok(fromAt && toAt);
    const jump = { id: newRecordId(clock.now()), tenantId, askedAs: "a request", askedAt: clock.now() };
    await getPrisma().sandboxJump.create({ data: { ...jump, fromAt, toAt } });
  };
  await beginJump(held);
  await beginJump(left);
  const heldUntil = new Date(clock.now().getTime() + 60_000);
  await getPrisma().sandboxClock.update({ where: { tenantId: held.id }, data: { heldUntil } });
  const began = performance.now();
  assert.deepEqual(await keepSandboxClocks(), { clocks: 3 });
  assert.ok(performance.now() - began < 5_000);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  const ahead = async (tenant: TestTenant) => (await readTestClock(tenant)).aheadSeconds;
  assert.deepEqual([await ahead(held), await ahead(left), await ahead(resting)], [3_600, 86_400, 3_600]);
});
