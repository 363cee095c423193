import assert from "node:assert/strict";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, outcomeOf, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { sellOn } from "@/server/testing/factories/transactions";
import type { MemberCaller } from "../caller";
import { revokeOwnPaymentCode } from ".";

withTestDatabase();

function memberCaller(tenant: TestTenant, memberId: MemberId): MemberCaller {
  const { id: tenantId, environment } = tenant;
  return { kind: "member", memberId, tenantId, environment, now: now(), requestId: newRecordId(now()) };
}

test("a member ends any code that would charge an account of theirs, no matter who made it", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const own = await createTestMemberCode(tenant, { card });
  const minted = await createTestCode(tenant, { card });
  for (const { recordId: id } of [own, minted]) {
    const revoked = await revokeOwnPaymentCode(memberCaller(tenant, card.memberId), { id, reason: "lost" }, null);
    assert.deepEqual(revoked, { recordId: id, isRevoked: true });
    const stored = await storedCode({ recordId: id });
    assert.deepEqual([stored.status, stored.pinHash, stored.revokeReason], ["revoked", null, "lost"]);
  }
  assert.equal(await sellOn(merchant, own), "62");
  assert.equal(await outcomeOf(tenant, minted), "62");
});

test("no one else's code is there for a member", async () => {
  const tenant = await createTestTenant();
  const { recordId: id } = await createTestMemberCode(tenant);
  const stranger = memberCaller(tenant, (await createTestCard(tenant)).memberId);
  for (const wrong of [id, "0000000", newRecordId(now())]) {
    await assert.rejects(revokeOwnPaymentCode(stranger, { id: wrong, reason: null }, null), {
      code: "payment_code_not_found",
    });
  }
  assert.equal((await storedCode({ recordId: id })).status, "active");
});
