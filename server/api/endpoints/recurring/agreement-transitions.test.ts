import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { chargeRecurring, getRecurring, revokeRecurring } from "@/server/contracts/rest/recurring";
import { RecurringAuthorization } from "@/server/contracts/rest/recurring-schemas";
import { approveAgreement, denyAgreement } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { getAgreement, revokeAgreement } from "@/server/domain/recurring";
import { call, expectError } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  approve,
  chargeOutcome,
  createTestAgreement,
  deny,
  readAgreement,
  requestTestAgreement,
  revoke,
  type TestAgreement,
} from "@/server/testing/factories/agreements";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

type Clock = ReturnType<typeof withFakeClock>;
type Status = "PendingApproval" | "Active" | "Denied" | "Expired" | "Revoked";

async function bring(merchant: TestMerchant, status: Status, clock: Clock): Promise<TestAgreement> {
  const agreement = await requestTestAgreement(merchant);
  if (status === "Active") await approve(merchant.tenant, agreement);
  if (status === "Denied") await deny(merchant.tenant, agreement);
  if (status === "Revoked") await revoke(merchant, agreement);
  if (status === "Expired") clock.advance(7 * DAY_MS);
  assert.equal((await readAgreement(merchant, agreement)).status, status);
  return agreement;
}

type Request = readonly [Sender, OperationContract, { readonly params?: { id: string }; readonly rawBody?: string }];

const TRIGGERS = {
  approve: ({ tenant }: TestMerchant, { id }: TestAgreement): Request => [tenant, approveAgreement, { params: { id } }],
  deny: ({ tenant }: TestMerchant, { id }: TestAgreement): Request => [tenant, denyAgreement, { params: { id } }],
  revoke: (merchant: TestMerchant, { id }: TestAgreement): Request => [
    merchant,
    revokeRecurring,
    { rawBody: JSON.stringify({ recurringAuthorizationId: id }) },
  ],
};

const NOT_PENDING = "recurring_authorization_not_pending";
const ENDED = "recurring_authorization_ended";

/** Contract 3.5 through the API: the new status, or the refusal. Expiry has its own tests. */
const TABLE: readonly (readonly [from: Status, trigger: keyof typeof TRIGGERS, to: string])[] = [
  ["PendingApproval", "approve", "Active"],
  ["PendingApproval", "deny", "Denied"],
  ["PendingApproval", "revoke", "Revoked"],
  ["Active", "approve", NOT_PENDING],
  ["Active", "deny", NOT_PENDING],
  ["Active", "revoke", "Revoked"],
  ["Denied", "approve", NOT_PENDING],
  ["Denied", "deny", NOT_PENDING],
  ["Denied", "revoke", ENDED],
  ["Expired", "approve", NOT_PENDING],
  ["Expired", "deny", NOT_PENDING],
  ["Expired", "revoke", ENDED],
  ["Revoked", "approve", NOT_PENDING],
  ["Revoked", "deny", NOT_PENDING],
  ["Revoked", "revoke", "Revoked"],
];

for (const [from, trigger, to] of TABLE) {
  test(`${from}, ${trigger}: ${to}`, async () => {
    const clock = withFakeClock(START);
    const merchant = await createTestMerchant(await createTestTenant());
    const agreement = await bring(merchant, from, clock);
    const before = await readAgreement(merchant, agreement);
    clock.advance(1_000);
    const [sender, contract, options] = TRIGGERS[trigger](merchant, agreement);
    if (to === NOT_PENDING || to === ENDED) {
      const { error } = await expectError(sender, contract, options, { status: 409, code: to });
      assert.equal(error.details.status, from);
      assert.deepEqual(await readAgreement(merchant, agreement), before);
      return;
    }
    const { status, text } = await call(sender, contract, options);
    const body = RecurringAuthorization.parse(JSON.parse(text));
    assert.deepEqual([status, body.status, body.active], [200, to, to === "Active"]);
    assert.deepEqual(await readAgreement(merchant, agreement), body);
    // Revoking again changes nothing; every other transition sets only its own timestamp.
    if (from === to) assert.deepEqual(body, before);
    else {
      const at = "2026-03-02T10:00:01.000Z";
      assert.deepEqual(
        [body.approvedAt, body.deniedAt, body.revokedAt],
        [to === "Active" ? at : before.approvedAt, to === "Denied" ? at : null, to === "Revoked" ? at : null],
      );
    }
  });
}

test("revoked says who, when and why; revoking again keeps the first reason", async () => {
  const clock = withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  const revoked = await revoke(merchant, agreement, "Subscription canceled");
  assert.deepEqual(
    [revoked.revokedBy, revoked.revokedAt, revoked.revokeReason],
    ["merchant", START, "Subscription canceled"],
  );
  clock.advance(1_000);
  assert.deepEqual(await revoke(merchant, agreement, "second thoughts"), revoked);
});

test("a member's answer is in the audit log once, in its own statement; a merchant's ending is not", async () => {
  withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  const member = memberCaller(merchant.tenant, agreement.card);
  const denied = await requestTestAgreement(merchant);
  await deny(merchant.tenant, denied);
  for (let i = 0; i < 2; i += 1) await revokeAgreement(member, { id: agreement.id, reason: null }, null);
  const withdrawn = await requestTestAgreement(merchant);
  await revoke(merchant, withdrawn);
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: { in: [agreement.id, denied.id, withdrawn.id] } },
    orderBy: { action: "asc" },
  });
  assert.deepEqual(
    records.map(({ action, subjectId }) => [action, subjectId]),
    [
      ["agreement.approved", agreement.id],
      ["agreement.denied", denied.id],
      ["agreement.revoked", agreement.id],
    ],
  );
  assert.deepEqual(records[2]?.details, { member: agreement.card.memberId, merchant: merchant.id });
});

test("the member revokes at any time, and only its own", async () => {
  withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const [agreement, other] = [await createTestAgreement(merchant), await createTestAgreement(merchant)];
  const member = memberCaller(merchant.tenant, agreement.card);
  const missing = { code: "recurring_authorization_not_found" };
  await assert.rejects(revokeAgreement(member, { id: other.id, reason: null }, null), missing);
  await assert.rejects(getAgreement({ ...member, environment: "live" }, { id: agreement.id }), missing);
  await revokeAgreement(member, { id: agreement.id, reason: "enough beans" }, null);
  const { status, revokedBy, revokeReason } = await readAgreement(merchant, agreement);
  assert.deepEqual([status, revokedBy, revokeReason], ["Revoked", "member", "enough beans"]);
  assert.equal(await chargeOutcome(merchant, agreement), "R1");
});

test("a suspended tenant's merchant can still revoke, and read", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  await suspendTestTenant(merchant.tenant);
  assert.equal((await revoke(merchant, agreement)).status, "Revoked");
  assert.equal((await readAgreement(merchant, agreement)).status, "Revoked");
});

test("for others there is nothing to revoke; what is asked must be named, a reason is one line", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const stranger = await createTestMerchant(merchant.tenant);
  const { id } = await createTestAgreement(merchant);
  const body = { recurringAuthorizationId: id };
  const missing = { status: 404, code: "recurring_authorization_not_found" } as const;
  await expectError(stranger, revokeRecurring, { body }, missing);
  await expectError(null, revokeRecurring, { body }, { status: 401, code: "authentication_failed" });
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const [field, wrong] of [
    ["recurringAuthorizationId", {}],
    ["recurringAuthorizationId", { recurringAuthorizationId: 7 }],
    ["reason", { ...body, reason: "x".repeat(257) }],
    ["reason", { ...body, reason: "two\nlines" }],
  ] as const) {
    const options = { rawBody: JSON.stringify(wrong) };
    assert.equal((await expectError(merchant, revokeRecurring, options, invalid)).error.field, field);
  }
  for (const [contract, sent] of [
    [getRecurring, {}],
    [chargeRecurring, { amount: 1 }],
  ] as const) {
    const options = { rawBody: JSON.stringify(sent) };
    assert.equal((await expectError(merchant, contract, options, invalid)).error.field, "recurringAuthorizationId");
  }
  assert.equal((await readAgreement(merchant, { id })).status, "Active");
});

test("a repeated revoke and a repeated approval are the earlier answers, whatever came after", async () => {
  const clock = withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const { id } = await requestTestAgreement(merchant);
  const approval = { params: { id }, body: {}, idempotencyKey: "yes" } as const;
  const revocation = { body: { recurringAuthorizationId: id }, idempotencyKey: "no" } as const;
  const approved = await call(merchant.tenant, approveAgreement, approval);
  const revoked = await call(merchant, revokeRecurring, revocation);
  clock.advance(1_000);
  const again = [
    await call(merchant.tenant, approveAgreement, approval),
    await call(merchant, revokeRecurring, revocation),
  ];
  assert.deepEqual(
    again.map(({ text }) => text),
    [approved.text, revoked.text],
  );
  for (const { status, headers } of again)
    assert.deepEqual([status, headers.get("idempotent-replayed")], [200, "true"]);
  assert.equal((await readAgreement(merchant, { id })).status, "Revoked");
});
