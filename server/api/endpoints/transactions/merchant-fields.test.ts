import assert from "node:assert/strict";
import { test } from "node:test";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import type { OperationContract } from "@/server/contracts/rest/operation";
import * as contracts from "@/server/contracts/rest/transactions";
import { expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const INVALID = { status: 400, code: "validation_error" } as const;
const MISSING = Symbol("missing");

const AMOUNTS = [0, -1, 0.00001, 10_000_000_000, "5", null, true, MISSING];
const OPTIONAL_AMOUNTS = AMOUNTS.filter((amount) => amount !== MISSING && amount !== null);
const CURRENCIES = ["usd", "US", "DOLLAR", 840];
const REFERENCES = ["x".repeat(65), "two\nlines", "\u202E", 7];
const IDS = ["", "x".repeat(65), 1234567, null, MISSING];
const CODES = ["", "7KQ2M9X", "7KQ2M9XW4", "7KQ2M9XU", 77777777, null, "7".repeat(65), MISSING];
const PINS = ["", "AAAAAA", "AAAAAAAA", "AAAAAAU", 1234567];
const TOKEN = "1111111111111111Z";
const METHODS = [
  "",
  `${TOKEN}1`,
  TOKEN.slice(1),
  null,
  7,
  [],
  {},
  { type: "card" },
  { type: "card", panToken: "short" },
  { type: "cash", panToken: TOKEN },
  { type: "paymentCode" },
  { type: "paymentCode", paymentCode: "7KQ2M9X" },
  { type: "paymentCode", paymentCode: "7KQ2M9XW", pin: "short" },
  MISSING,
];

const payment = { amount: 5, currency: "USD", paymentMethod: TOKEN, merchantReference: "order" };
const paymentFields = {
  amount: AMOUNTS,
  currency: CURRENCIES,
  paymentMethod: METHODS,
  merchantReference: REFERENCES,
};
const charge = { paymentCode: "7KQ2M9XW", amount: 5, currency: "USD", merchantReference: "order" };
const chargeFields = {
  paymentCode: CODES,
  pin: PINS,
  amount: AMOUNTS,
  currency: CURRENCIES,
  merchantReference: REFERENCES,
};

const CASES: readonly (readonly [OperationContract, object, Readonly<Record<string, readonly unknown[]>>])[] = [
  [contracts.authorizeTransaction, payment, paymentFields],
  [contracts.sellTransaction, payment, paymentFields],
  [codes.sellPaymentCode, charge, chargeFields],
  [codes.chargePaymentCode, charge, chargeFields],
  [codes.validatePaymentCode, {}, { paymentCode: [7, null, "7".repeat(65), MISSING] }],
  [
    contracts.captureTransaction,
    { authorizationId: "1234567" },
    { authorizationId: IDS, amount: OPTIONAL_AMOUNTS, merchantReference: REFERENCES },
  ],
  [contracts.voidTransaction, { authorizationId: "1234567" }, { authorizationId: IDS, amount: OPTIONAL_AMOUNTS }],
  [
    contracts.refundTransaction,
    { transactionId: "3Fq8rT2kZb7Wn4XsD" },
    { transactionId: IDS, amount: OPTIONAL_AMOUNTS, reason: ["", "RV00", "RV09", "rv05", 5] },
  ],
  [contracts.reverseTransaction, {}, { transactionId: IDS }],
  [contracts.getTransaction, {}, { transactionId: IDS, merchantReference: REFERENCES }],
];

for (const [operation, body, fields] of CASES) {
  for (const [field, values] of Object.entries(fields)) {
    test(`${operation.id}: ${field} that is malformed is a 400 which names it`, async () => {
      const merchant = await createTestMerchant(await createTestTenant());
      for (const value of values) {
        const { [field]: _, ...others } = body as Record<string, unknown>;
        const rawBody = JSON.stringify(value === MISSING ? others : { ...others, [field]: value });
        const { error } = await expectError(merchant, operation, { rawBody }, INVALID);
        assert.equal(error.field?.split(".")[0], field, rawBody);
        const { issues } = error.details as { issues: { field: string }[] };
        assert.ok(issues.some((issue) => issue.field === error.field));
      }
      assert.equal(await countRows("authorizations"), 0);
    });
  }

  test(`${operation.id}: no body, none of JSON, and JSON that is no object`, async () => {
    const merchant = await createTestMerchant(await createTestTenant());
    for (const rawBody of ["null", "[]", '"text"', "7"]) {
      await expectError(merchant, operation, { rawBody }, INVALID);
    }
    for (const rawBody of ["{", "{'amount':1}", "amount=1"]) {
      await expectError(merchant, operation, { rawBody }, { status: 400, code: "invalid_json" });
    }
    const { error } = await expectError(merchant, operation, {}, INVALID);
    assert.ok(error.message);
    const tooLarge = JSON.stringify({ padding: "x".repeat(65_536) });
    await expectError(merchant, operation, { rawBody: tooLarge }, { status: 413, code: "payload_too_large" });
  });
}

for (const operation of [contracts.authorizeTransaction, contracts.sellTransaction]) {
  test(`${operation.id}: a code of 10 characters without its PIN is a 400 that names the PIN`, async () => {
    const merchant = await createTestMerchant(await createTestTenant());
    const paymentMethod = { type: "paymentCode", paymentCode: "7KQ2M9XW4T" } as const;
    const { error } = await expectError(merchant, operation, { body: { amount: 1, paymentMethod } }, INVALID);
    assert.equal(error.field, "paymentMethod.pin");
  });
}

for (const operation of [contracts.authorizeTransaction, contracts.sellTransaction, codes.sellPaymentCode]) {
  test(`${operation.id}: a currency there is none of is an invalid reference`, async () => {
    const merchant = await createTestMerchant(await createTestTenant());
    const rawBody = JSON.stringify({ amount: 1, currency: "ZZZ", paymentMethod: TOKEN, paymentCode: "7KQ2M9XW" });
    const expected = { status: 400, code: "invalid_reference" } as const;
    assert.equal((await expectError(merchant, operation, { rawBody }, expected)).error.field, "currency");
  });
}

test("getTransaction: either an id or a reference, not both and not neither", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const body of [{}, { transactionId: "3Fq8rT2kZb7Wn4XsD", merchantReference: "order" }]) {
    await expectError(merchant, contracts.getTransaction, { body }, INVALID);
  }
});
