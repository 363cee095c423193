import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "@/server/domain/list";
import { getMemberCode, memberCodeList } from "@/server/domain/queries";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { capture, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, createTestMemberCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a code says where it was last used and what it has paid, net of refunds", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const unused = await createTestMemberCode(tenant, { card });
  clock.advance(1_000);
  const once = await createTestCode(tenant, { card });
  clock.advance(1_000);
  const again = await createTestCode(tenant, { card, allowRecurring: true, recurringInterval: "daily" });
  const pay = async (code: typeof once, amount: number) => {
    const { body } = await redeem(tenant, code, { amount });
    await capture(tenant, body.recordId ?? "");
    return body.recordId ?? "";
  };
  const paid = await pay(once, 7.5);
  assert.equal((await redeem(tenant, once, { amount: 1 })).body.reasonCode, "65");
  await reverse(tenant, await pay(again, 20), 5);
  clock.advance(24 * 60 * 60 * 1_000);
  const newest = await pay(again, 3);
  const caller = memberCaller(tenant, card);
  const { items } = await pageOf(memberCodeList(caller, {}), { limit: 10 });
  const told = items.map(({ id, lastUse, takenMinor }) => [id, lastUse?.root.id ?? null, takenMinor]);
  assert.deepEqual(told, [
    [again.recordId, newest, 18_00n],
    [once.recordId, paid, 7_50n],
    [unused.recordId, null, 0n],
  ]);
  assert.equal(items[1]?.lastUse?.merchantName, "Test Merchant");
  assert.equal((await getMemberCode(caller, { id: once.recordId })).lastUse?.root.id, paid);
  const usable = await pageOf(memberCodeList(caller, { isUsable: true }), { limit: 10 });
  assert.deepEqual(
    usable.items.map(({ id }) => id),
    [again.recordId],
  );
});
