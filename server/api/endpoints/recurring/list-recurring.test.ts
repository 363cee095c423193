import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { listRecurring } from "@/server/contracts/rest/recurring";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestAgreement,
  deny,
  readAgreement,
  requestTestAgreement,
  revoke,
} from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

type Body = z.input<typeof listRecurring.body.schema>;

async function idsOf(merchant: TestMerchant, body: Body = {}) {
  const { body: page } = await call(merchant, listRecurring, { body });
  return page.data.map(({ recurringAuthorizationId }) => recurringAuthorizationId);
}

async function createAgreements() {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const next = <T>(made: T) => {
    clock.advance(1_000);
    return made;
  };
  const lost = next(await requestTestAgreement(merchant));
  const active = next(await createTestAgreement(merchant, { merchantReference: "tea-weekly" }));
  const denied = next(await requestTestAgreement(merchant));
  await deny(tenant, denied);
  const revoked = next(await createTestAgreement(merchant));
  await revoke(merchant, revoked);
  clock.advance(8 * DAY_MS);
  const pending = next(await requestTestAgreement(merchant));
  return { clock, tenant, merchant, lost, active, denied, revoked, pending };
}

test("a merchant's agreements are listed, the newest first, by what they are now and whose they are", async () => {
  const { merchant, tenant, lost, active, denied, revoked, pending } = await createAgreements();
  await requestTestAgreement(await createTestMerchant(tenant));
  const { body } = await call(merchant, listRecurring, {});
  assert.deepEqual(
    body.data.map(({ recurringAuthorizationId: id, status }) => [id, status]),
    [
      [pending.id, "PendingApproval"],
      [revoked.id, "Revoked"],
      [denied.id, "Denied"],
      [active.id, "Active"],
      [lost.id, "Expired"],
    ],
  );
  assert.equal(body.hasMore, false);
  assert.deepEqual(body.data[3], await readAgreement(merchant, active));
  for (const { recurringAuthorizationId, status } of body.data) {
    assert.deepEqual(await idsOf(merchant, { status }), [recurringAuthorizationId], status);
  }
  assert.deepEqual(await idsOf(merchant, { member: active.card.memberId }), [active.id]);
  assert.deepEqual(await idsOf(merchant, { account: active.card.accountId }), [active.id]);
  assert.deepEqual(await idsOf(merchant, { account: pending.card.accountId }), [], "not approved: it pays from none");
  assert.deepEqual(await idsOf(merchant, { merchantReference: "tea-weekly" }), [active.id]);
  const created = { gte: "2026-03-02T10:00:01.000Z", lt: "2026-03-02T10:00:03.000Z" };
  assert.deepEqual(await idsOf(merchant, { created }), [denied.id, active.id]);
  assert.deepEqual(await idsOf(merchant, { created, status: "Denied" }), [denied.id]);
});

test("a walk in pages meets each agreement once, in either direction", async () => {
  const { merchant } = await createAgreements();
  const all = await idsOf(merchant);
  const walked: string[] = [];
  for (let body: Body = { limit: 2 }; ; ) {
    const { body: page } = await call(merchant, listRecurring, { body });
    walked.push(...page.data.map(({ recurringAuthorizationId }) => recurringAuthorizationId));
    if (!page.hasMore) break;
    body = { limit: 2, starting_after: walked.at(-1) ?? "" };
  }
  assert.deepEqual(walked, all);
  assert.deepEqual(await idsOf(merchant, { limit: 2, ending_before: all[3] ?? "" }), all.slice(1, 3));
});

test("wrong requests are refused, and another's records are not there", async () => {
  const { merchant, tenant, active } = await createAgreements();
  const colleague = await createTestMerchant(tenant);
  const unknown = { status: 400, code: "invalid_reference" } as const;
  await expectError(colleague, listRecurring, { body: { starting_after: active.id } }, unknown);
  assert.deepEqual(await idsOf(colleague, { member: active.card.memberId }), []);
  const stranger = await createTestCard(await createTestTenant());
  assert.deepEqual(await idsOf(merchant, { member: stranger.memberId }), []);
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const body of [{ status: "Lost" }, { limit: 101 }, { membr: active.card.memberId }]) {
    await expectError(merchant, listRecurring, { body: body as Body }, invalid);
  }
  await expectError({ key: "no key" }, listRecurring, { body: {} }, { status: 401, code: "authentication_failed" });
});
