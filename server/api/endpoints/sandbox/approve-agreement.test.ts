import assert from "node:assert/strict";
import { test } from "node:test";
import { approveAgreement, denyAgreement } from "@/server/contracts/rest/sandbox";
import { openAccount } from "@/server/domain/members";
import { assertBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { approve, chargeOutcome, readAgreement, requestTestAgreement } from "@/server/testing/factories/agreements";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const MISSING = { status: 404, code: "recurring_authorization_not_found" } as const;
const INVALID = { status: 400, code: "validation_error" } as const;

async function createShop() {
  const merchant = await createTestMerchant(await createTestTenant());
  return { merchant, tenant: merchant.tenant, card: await createTestCard(merchant.tenant) };
}

test("without a word the member's oldest account in the currency pays, as asked", async () => {
  const { merchant, tenant, card } = await createShop();
  const agreement = await requestTestAgreement(merchant, { card, maxAmount: 20 });
  const approved = await approve(tenant, agreement);
  assert.deepEqual(
    [approved.status, approved.active, approved.paymentMethod, approved.maxAmount],
    ["Active", true, card.accountId, 20],
  );
});

test("the member may choose another of its accounts in the currency, and that one pays", async () => {
  const { merchant, tenant, card } = await createShop();
  const { memberId } = card;
  const opened = { memberId, openingMinor: 50_00n, creditLimitMinor: 0n };
  const savings = await openAccount(networkCaller(), { ...opened, currency: "USD" });
  const agreement = await requestTestAgreement(merchant, { card });
  assert.equal((await approve(tenant, agreement, { account: savings.id })).paymentMethod, savings.id);
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  await assertBalance(savings.id, { postedMinor: 40_00n, heldMinor: 0n });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("an account of another member, another currency, or no one is a 400, and the request still waits", async () => {
  const { merchant, tenant, card } = await createShop();
  const stranger = await createTestCard(tenant);
  const opened = { memberId: card.memberId, openingMinor: 50_00n, creditLimitMinor: 0n };
  const euros = await openAccount(networkCaller(), { ...opened, currency: "EUR" });
  const { id } = await requestTestAgreement(merchant, { card });
  const refused = { status: 400, code: "invalid_reference" } as const;
  for (const account of [stranger.accountId, euros.id, "NoSuchAccount0001", "short", card.memberId]) {
    const options = { params: { id }, body: { account } };
    assert.equal((await expectError(tenant, approveAgreement, options, refused)).error.field, "account");
  }
  assert.equal((await readAgreement(merchant, { id })).status, "PendingApproval");
});

for (const [asked, allowed, cap] of [
  [{}, 5, 5],
  [{ maxAmount: 20 }, 20, 20],
  [{ maxAmount: 20 }, 19.99, 19.99],
  [{ maxAmount: 20 }, 20.01, null],
  [{ amount: 10 }, 10, 10],
  [{ amount: 10 }, 9.99, 9.99],
  [{ amount: 10 }, 10.01, null],
  [{ amount: 10, maxAmount: 20 }, 10, 10],
  [{ amount: 10, maxAmount: 20 }, 15, 15],
  [{ amount: 10, maxAmount: 20 }, 20.01, null],
  [{ amount: 10, maxAmount: 20 }, 9.99, 9.99],
  [{}, 5.001, null],
] as const) {
  test(`asked ${JSON.stringify(asked)}, the member allows ${allowed}: ${cap ?? "refused"}`, async () => {
    const { merchant, tenant, card } = await createShop();
    const { id } = await requestTestAgreement(merchant, { card, ...asked });
    if (cap === null) {
      const options = { params: { id }, body: { maxAmount: allowed } };
      assert.equal((await expectError(tenant, approveAgreement, options, INVALID)).error.field, "maxAmount");
      assert.equal((await readAgreement(merchant, { id })).status, "PendingApproval");
      return;
    }
    assert.equal((await approve(tenant, { id }, { maxAmount: allowed })).maxAmount, cap);
    assert.equal(await chargeOutcome(merchant, { id }, { amount: Math.round(cap * 100 + 1) / 100 }), "61");
    assert.equal(await chargeOutcome(merchant, { id }, { amount: cap }), "PendingSettlement");
  });
}

test("account and cap are judged by their shape", async () => {
  const { merchant, tenant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card });
  for (const [field, body] of [
    ["account", { account: "" }],
    ["account", { account: 7 }],
    ["maxAmount", { maxAmount: 0 }],
    ["maxAmount", { maxAmount: "5" }],
  ] as const) {
    const options = { params: { id }, rawBody: JSON.stringify(body) };
    assert.equal((await expectError(tenant, approveAgreement, options, INVALID)).error.field, field);
  }
});

test("only the member's issuing tenant can act for it, no matter who asked", async () => {
  const { merchant, tenant, card } = await createShop();
  const acquirer = await createTestMerchant(await createTestTenant());
  for (const { id } of [
    await requestTestAgreement(merchant, { card }),
    await requestTestAgreement(acquirer, { card }),
  ]) {
    for (const contract of [approveAgreement, denyAgreement]) {
      const params = { id };
      await expectError(acquirer.tenant, contract, { params }, MISSING);
      await expectError(tenant, contract, { params: { id: "NoSuchAgreement01" } }, MISSING);
      await expectError(tenant, contract, { params: { id: "short" } }, MISSING);
      await expectError(null, contract, { params }, { status: 401, code: "authentication_failed" });
      const live = await createTestKey(tenant, { environment: "live" });
      await expectError(live, contract, { params }, { status: 404, code: "not_found" });
    }
    assert.equal((await approve(tenant, { id })).status, "Active");
  }
});
