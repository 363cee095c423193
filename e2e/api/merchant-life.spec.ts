import * as recurring from "@/server/contracts/rest/recurring";
import * as sandbox from "@/server/contracts/rest/sandbox";
import * as transactions from "@/server/contracts/rest/transactions";
import { createShop } from "../fixtures/new-member";
import { postAsMerchant, postAsTenant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

// Not the café, which other tests settle and sell at.
const SHOP = { merchant: "TESTmerchantShop1" };

test("a member's code is sold on, refunded, settled, refunded again, and its debt carried over", {
  tag: "@journey",
}, async ({ baseURL }) => {
  // A shop of its own, because other tests may settle the shared sandbox.
  const shop = await createShop();
  const postHere = (path: string, body: object) => postAsMerchant(baseURL, path, body, shop);
  const member = { member: shop.memberId, maxAmount: 50, merchant: shop.merchantId };
  const { code = "" } = sandbox.createMemberCode.responses[201].schema.parse(
    await postAsTenant(baseURL, "sandbox/member-codes", member, shop),
  );
  expect(await postHere("paymentcodes/validate", { paymentCode: code.toLowerCase() })).toMatchObject({
    valid: true,
    usesRemaining: 1,
  });
  const merchantReference = `life-${code}`;
  const sale = { paymentCode: code, amount: 20, merchantReference };
  const { transactionId } = transactions.sellTransaction.responses[200].schema.parse(
    await postHere("paymentcodes/sale", sale),
  );
  expect(await postHere("paymentcodes/sale", sale)).toMatchObject({ approved: false, reasonCode: "65" });
  await postHere("transactions/refund", { transactionId, amount: 5 });

  const settled = sandbox.settle.responses[200].schema.parse(
    await postAsTenant(baseURL, "sandbox/settlements", {}, shop),
  );
  const lines = settled.batches.flatMap((batch) => batch.lines).filter((line) => line.transactionId === transactionId);
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["capture", 20],
    ["refund", -5],
  ]);
  for (const batch of settled.batches) {
    expect(batch.payout + batch.carriedOut).toBeCloseTo(batch.captured - batch.refunded + batch.carriedIn, 6);
  }
  await postHere("transactions/refund", { transactionId, amount: 10, reason: "RV04" });
  const history = transactions.getTransaction.responses[200].schema.parse(
    await postHere("transactions/get", { merchantReference }),
  );
  expect(history).toMatchObject({ status: "Authorization Partially Refunded", capturedAmount: 20, refundedAmount: 15 });
  expect(history.captures[0]?.settledAt).not.toBeNull();
  expect(history.refunds.map(({ settledAt }) => settledAt === null)).toEqual([false, true]);
});

test("an agreement is requested, approved, charged, revoked, and refused", { tag: "@journey" }, async ({ baseURL }) => {
  const { recurringAuthorizationId } = recurring.authorizeRecurring.responses[200].schema.parse(
    await postAsMerchant(baseURL, "recurring/authorize", {
      memberId: "TESTmemberAlice01",
      merchantReference: "beans",
      description: "A bag of beans every month",
      maxAmount: 20,
      interval: "monthly",
    }),
  );
  const charge = { recurringAuthorizationId, amount: 18 };
  const charged = async () => postAsMerchant(baseURL, "recurring/charge", charge);
  expect(await charged()).toMatchObject({ approved: false, status: "Declined", reasonCode: "57" });
  await postAsTenant(baseURL, `sandbox/agreements/${recurringAuthorizationId}/approve`, { maxAmount: 19 });
  expect(await charged()).toMatchObject({ approved: true, status: "PendingSettlement", capturedAmount: 18 });
  expect(await charged()).toMatchObject({ approved: false, reasonCode: "65" });
  await postAsMerchant(baseURL, "recurring/revoke", { recurringAuthorizationId });
  expect(await charged()).toMatchObject({ approved: false, reasonCode: "R1" });
  expect(await postAsMerchant(baseURL, "recurring/get", { recurringAuthorizationId })).toMatchObject({
    status: "Revoked",
    charges: 1,
  });
});

test("one merchant is settled without the others", { tag: "@journey" }, async ({ baseURL }) => {
  const settled = sandbox.settle.responses[200].schema.parse(await postAsTenant(baseURL, "sandbox/settlements", SHOP));
  expect(settled.batches.every(({ merchant }) => merchant === SHOP.merchant)).toBe(true);
  expect(settled.balances.every(({ merchant }) => merchant === SHOP.merchant)).toBe(true);
});
