import assert from "node:assert/strict";
import { test } from "node:test";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import { issueCard, updateCard } from "@/server/contracts/rest/onboarding/cards";
import { createFunding } from "@/server/contracts/rest/onboarding/fundings";
import { createMemberPayout } from "@/server/contracts/rest/onboarding/member-payouts";
import { setMerchantPrice } from "@/server/contracts/rest/onboarding/merchant-prices";
import { createMerchant, createMerchantKey } from "@/server/contracts/rest/onboarding/merchants";
import { isOfTenants, type OperationContract } from "@/server/contracts/rest/operation";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import { createReport } from "@/server/contracts/rest/reading-back/reports";
import { authorizeRecurring } from "@/server/contracts/rest/recurring";
import { createSubscription, rotateSecret } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const OPERATIONS: readonly OperationContract[] = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].filter(isOfTenants);
const IGNORING = [
  ...["createAuthorization", "incrementAuthorization", "redeemPaymentCode"],
  ...["validatePaymentCode", "sellPaymentCode", "chargePaymentCode"],
  ...["authorizeTransaction", "sellTransaction", "incrementTransaction", "chargeRecurring"],
];
const PARAMS = {
  id: "3Fq8rT2kZb7Wn4XsD",
  cardId: "3Fq8rR8mTc4Vp6KdJ",
  keyId: "3Fq8rK5xVd2Gh9LtB",
  code: "7KQ2M9XW4T",
  deliveryId: "3Fq8rTDw2Lk9VbN4h",
};
const INVALID = { status: 400, code: "validation_error" } as const;

async function createCallers(environment: "test" | "live") {
  const tenant = await createTestTenant({ environment });
  return { tenant, merchant: await createTestMerchant(tenant), none: null };
}

/** The example with a field that no contract knows, at each depth: the body, and each object in it. */
function misspelled(example: object): [path: string, body: object][] {
  const inner = Object.entries(example).filter(
    ([name, value]) => typeof value === "object" && value !== null && !Array.isArray(value) && name !== "metadata",
  );
  return [
    ["zz", { ...example, zz: 1 }],
    ...inner.map(([name, value]): [string, object] => [`${name}.zz`, { ...example, [name]: { ...value, zz: 1 } }]),
  ];
}

test("only payments with a required amount ignore unknown fields; all other writes refuse them", async () => {
  const ignoring = OPERATIONS.filter(({ unknownFields }) => unknownFields === "ignored").map(({ id }) => id);
  assert.deepEqual(ignoring.sort(), [...IGNORING].sort());
  for (const environment of ["test", "live"] as const) {
    const callers = await createCallers(environment);
    const isReached = (operation: OperationContract) =>
      operation.method !== "GET" && !(operation.isSandboxOnly && environment === "live");
    for (const operation of OPERATIONS.filter(isReached)) {
      for (const [path, body] of misspelled((operation.body?.example ?? {}) as object)) {
        const options = { params: PARAMS, rawBody: JSON.stringify(body) };
        const caller = operation.auth === "network" ? null : callers[operation.auth];
        if (operation.unknownFields === "ignored") {
          const { headers } = await send(caller, operation, options);
          assert.equal(headers.get("x-ignored-fields"), path, operation.id);
        } else {
          const { error } = await expectError(caller, operation, options, INVALID);
          assert.equal(error.field, path, `${operation.id}: ${error.message}`);
        }
      }
    }
  }
});

test("a misspelled restriction is refused with the name that was meant", async () => {
  const { tenant, merchant } = await createCallers("test");
  const agreement = { memberId: "3Fq8rT2kZb7Wn4XsD", merchantReference: "club", description: "Club" };
  const subscription = { url: "https://shop.example.com/hooks", events: ["authorization.approved"] };
  const report = { kind: "payments", created: { gte: "2026-11-01T00:00:00Z" } };
  const cases: [
    caller: typeof tenant | typeof merchant,
    OperationContract,
    body: object,
    wrong: string,
    meant: string,
  ][] = [
    [tenant, createMerchantKey, { scope: ["sale"] }, "scope", "scopes"],
    [tenant, createMerchantKey, { scopes: ["sale"], expires: "2027-01-01T00:00:00Z" }, "expires", "expiresAt"],
    [tenant, issueCard, { perTransactionLimt: 5 }, "perTransactionLimt", "perTransactionLimit"],
    [tenant, updateCard, { daily_amount_limit: 5 }, "daily_amount_limit", "dailyAmountLimit"],
    [tenant, createSubscription, { ...subscription, merchantId: "3Fq8rPw5Xd2Gh9LtB" }, "merchantId", "merchant"],
    [tenant, createPaymentCode, { member: "3Fq8rT2kZb7Wn4XsD", maxamount: 5 }, "maxamount", "maxAmount"],
    [tenant, createReport, { ...report, merchants: "3Fq8rPw5Xd2Gh9LtB" }, "merchants", "merchant"],
    [
      tenant,
      createReport,
      { ...report, created: { ...report.created, lte: "2026-11-02T00:00:00Z" } },
      "created.lte",
      "created.gte",
    ],
    [tenant, createMerchant, { name: "Shop", settings: { timezone: "UTC" } }, "settings.timezone", "settings.timeZone"],
    [tenant, setMerchantPrice, { currency: "USD", basisPoint: 100, fixed: 0 }, "basisPoint", "basisPoints"],
    [tenant, createFunding, { account: "3Fq8rT2kZb7Wn4XsD", ammount: 5 }, "ammount", "amount"],
    // Without an amount all would go.
    [tenant, createMemberPayout, { account: "3Fq8rT2kZb7Wn4XsD", ammount: 5 }, "ammount", "amount"],
    [merchant, authorizeRecurring, { ...agreement, intervall: "monthly" }, "intervall", "interval"],
    [merchant, authorizeRecurring, { ...agreement, endOn: "2027-06-30" }, "endOn", "endsOn"],
    [merchant, authorizeRecurring, { ...agreement, max_amount: 5 }, "max_amount", "maxAmount"],
  ];
  for (const [caller, operation, body, wrong, meant] of cases) {
    const options = { params: PARAMS, rawBody: JSON.stringify(body) };
    const { error } = await expectError(caller, operation, options, INVALID);
    const sentence = `Unknown field \`${wrong}\`. Did you mean \`${meant}\`?`;
    assert.deepEqual([error.field, error.message], [wrong, sentence], operation.id);
  }
});

test("an operation without a body refuses fields, and reads nothing else", async () => {
  const { tenant } = await createCallers("test");
  const options = { params: PARAMS, rawBody: '{"secret":"mine"}' };
  const { error } = await expectError(tenant, rotateSecret, options, INVALID);
  assert.equal(error.message, "Unknown field `secret`. This operation takes none.");
});
