import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestCode,
  createTestMemberCode,
  outcomeOf,
  storedCode,
  type TestCode,
} from "@/server/testing/factories/payment-codes";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import type { StaffCaller } from "../caller";
import { revokeIssuedCode, revokeUsableCode } from ".";

withTestDatabase();

const TEN_MINUTES_MS = 600_000;

const idsOf = (codes: readonly Pick<TestCode, "recordId">[]) => codes.map(({ recordId }) => recordId);

async function revokeChosen(staff: StaffCaller, ids: readonly string[], reason: string | null) {
  const outcomes: string[] = [];
  for (const id of ids) outcomes.push(await revokeUsableCode(staff, { id, reason }, null));
  return outcomes;
}

const countAudited = (subjectId: string) =>
  getPrisma().auditRecord.count({ where: { subjectId, action: "payment_code.revoked" } });

test("only codes that can still pay, or were locked, are revoked; of others it says why, and they stay", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const over = await createTestCode(tenant, { expiryMinutes: 10 });
  clock.advance(TEN_MINUTES_MS);
  const [active, own, used, locked, revoked, recurring] = [
    await createTestCode(tenant),
    await createTestMemberCode(tenant),
    await createTestCode(tenant),
    await createTestCode(tenant, { lockoutThreshold: 1 }),
    await createTestCode(tenant),
    await createTestCode(tenant, { allowRecurring: true, recurringLimit: 5 }),
  ];
  const { staff } = await createTestPerson(tenant, "owner");
  assert.equal(await outcomeOf(tenant, used), "approved");
  assert.equal(await outcomeOf(tenant, recurring), "approved");
  assert.equal(await outcomeOf(tenant, { ...locked, pin: locked.wrongPin }), "75");
  await revokeIssuedCode(staff, { id: revoked.recordId, reason: "lost" });
  const ids = idsOf([active, own, used, locked, revoked, recurring, over]);
  const before = await Promise.all([used, revoked, over].map(storedCode));

  const said = ["revoked", "revoked", "used", "revoked", "already_revoked", "revoked", "expired"];
  assert.deepEqual(await revokeChosen(staff, ids, "stolen"), said);
  for (const code of [active, own, locked, recurring]) {
    const { status, pinHash, revokeReason, revokedAt } = await storedCode(code);
    assert.deepEqual([status, pinHash, revokeReason], [code === locked ? "locked" : "revoked", null, "stolen"]);
    assert.ok(revokedAt);
    assert.equal(await countAudited(code.recordId), 1);
  }
  assert.deepEqual(await Promise.all([used, revoked, over].map(storedCode)), before);
  assert.equal(await countAudited(used.recordId), 0);
  assert.equal(await outcomeOf(tenant, active), "62");

  assert.deepEqual(
    await revokeChosen(staff, ids, "again"),
    said.map((outcome) => (outcome === "revoked" ? "already_revoked" : outcome)),
  );
  assert.equal((await storedCode(active)).revokeReason, "stolen");
  assert.equal(await countAudited(active.recordId), 1);
});

test("a foreign code, or one of a caller without the right, isn’t revoked", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const { staff } = await createTestPerson(tenant, "owner");
  const viewer = (await createTestPerson(tenant, "viewer")).staff;
  const [own, others] = [await createTestCode(tenant), await createTestCode(other)];
  for (const id of [others.recordId, newRecordId(now()), "x"]) {
    await assert.rejects(revokeUsableCode(staff, { id, reason: null }, null), { code: "payment_code_not_found" });
  }
  await assert.rejects(revokeUsableCode(viewer, { id: own.recordId, reason: null }, null), { code: "not_permitted" });
  for (const code of [own, others]) assert.equal((await storedCode(code)).status, "active");
});

test("a code spent between the look at it and its revocation stays spent", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const [spent, other] = [await createTestCode(tenant), await createTestCode(tenant)];
  const ids = idsOf([spent, other]);
  const spend = {
    text: "UPDATE payment_codes SET status = 'used', pin_hash = NULL, uses = 1, last_used_at = now() WHERE id = $1",
    values: [spent.recordId],
  };
  const revoked = await whileUncommitted(spend, () => revokeChosen(staff, ids, "late"));
  assert.deepEqual(revoked, ["used", "revoked"]);
  const { status, revokedAt, revokeReason } = await storedCode(spent);
  assert.deepEqual([status, revokedAt, revokeReason], ["used", null, null]);
  assert.equal(await countAudited(spent.recordId), 0);
});

test("codes spent meanwhile are each either spent or revoked, and said to be", async () => {
  const tenant = await createTestTenant();
  const { staff } = await createTestPerson(tenant, "owner");
  const codes: TestCode[] = [];
  for (let made = 0; made < 24; made += 1) codes.push(await createTestCode(tenant));
  const ids = idsOf(codes);
  const spend = () => Promise.all(codes.map((code) => outcomeOf(tenant, code)));
  const revoke = () => revokeChosen(staff, ids, null);
  const [spent, one, other] = await Promise.all([spend(), revoke(), revoke()]);
  for (const [at, code] of codes.entries()) {
    const { status, uses } = await storedCode(code);
    const outcomes = [one[at], other[at]].sort();
    if (spent[at] === "approved") assert.deepEqual([status, uses, outcomes], ["used", 1, ["used", "used"]]);
    else {
      assert.deepEqual([spent[at], status, uses, outcomes], ["62", "revoked", 0, ["already_revoked", "revoked"]]);
      assert.equal(await countAudited(code.recordId), 1);
    }
  }
});
