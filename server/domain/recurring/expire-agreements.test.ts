import assert from "node:assert/strict";
import { test } from "node:test";
import { approveAgreement } from "@/server/contracts/rest/sandbox";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestAgreement, readAgreement, requestTestAgreement } from "@/server/testing/factories/agreements";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { expireAgreements } from "./end-agreement";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const NOT_PENDING = "recurring_authorization_not_pending";

async function storedStatus(id: string): Promise<string | undefined> {
  const [row] = await queryTestDatabase<{ status: string }>("SELECT status FROM recurring_agreements WHERE id = $1", [
    id,
  ]);
  return row?.status;
}

test("an unanswered request runs out by the clock, and the sweep says so to the database", async () => {
  const clock = withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const [pending, active] = [await requestTestAgreement(merchant), await createTestAgreement(merchant)];
  clock.advance(7 * DAY_MS - 1);
  assert.equal(await expireAgreements({ now: clock.now() }), 0);
  assert.equal((await readAgreement(merchant, pending)).status, "PendingApproval");
  clock.advance(1);
  const byClock = await readAgreement(merchant, pending);
  assert.deepEqual([byClock.status, await storedStatus(pending.id)], ["Expired", "pending"]);
  const sweeps = [expireAgreements({ now: clock.now() }), expireAgreements({ now: clock.now() })];
  assert.deepEqual((await Promise.all(sweeps)).sort(), [0, 1]);
  assert.equal(await storedStatus(pending.id), "expired");
  assert.deepEqual(await readAgreement(merchant, pending), byClock);
  assert.equal((await readAgreement(merchant, active)).status, "Active");
  assert.equal(await expireAgreements({ now: clock.now() }), 0);
  await expectError(
    merchant.tenant,
    approveAgreement,
    { params: { id: pending.id } },
    { status: 409, code: NOT_PENDING },
  );
});
