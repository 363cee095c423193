import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import { createMemberCode } from "@/server/contracts/rest/sandbox";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("a merchant's calls with a code and a PIN leave neither in the database", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const mint = { body: { member: card.memberId, allowRecurring: true }, idempotencyKey: "mint" };
  const { code: plain = "" } = (await call(tenant, createMemberCode, mint)).body;
  assert.equal((await call(tenant, createMemberCode, mint)).body.code, undefined, "a repeat is without it");
  const { code, pin, wrongPin } = await createTestCode(tenant, { allowRecurring: true });
  const typed = `${plain.slice(0, 4)}-${plain.slice(4)}`.toLowerCase();
  const paymentMethod = { type: "paymentCode", paymentCode: code, pin } as const;
  await call(merchant, codes.validatePaymentCode, { body: { paymentCode: typed } });
  for (const [idempotencyKey, body] of Object.entries({
    wrong: { paymentCode: code, pin: wrongPin, amount: 1 },
    unknown: { paymentCode: "ZZZZ9999", amount: 1 },
    plain: { paymentCode: typed, pin, amount: 1, merchantReference: "reference" },
  })) {
    for (const operation of [codes.sellPaymentCode, codes.chargePaymentCode]) {
      await call(merchant, operation, { body, idempotencyKey: `${operation.id}-${idempotencyKey}` });
    }
  }
  await call(merchant, sellTransaction, { body: { amount: 1, paymentMethod }, idempotencyKey: "method" });
  for (const secret of [plain, typed, code, pin, wrongPin, "ZZZZ9999"]) {
    for (const form of [secret, Buffer.from(secret).toString("base64").replace(/=+$/, ""), sha256(secret)]) {
      assert.deepEqual(await findStoredText(form), [], `${secret} as ${form}`);
    }
  }
  assert.ok((await findStoredText("reference")).includes("authorizations.merchant_reference"), "the search finds");
});

test("the kept answer to making a member's code is encrypted, that to a sale on it need not be", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { memberId: member } = await createTestCard(tenant);
  const made = (await call(tenant, createMemberCode, { body: { member }, idempotencyKey: "make" })).body;
  const code = made.code ?? "";
  const sale = { body: { paymentCode: code, amount: 1 }, idempotencyKey: "sell" };
  await call(merchant, codes.sellPaymentCode, sale);
  const rows = await queryTestDatabase<{ key: string; body: string; is_encrypted: boolean }>(
    "SELECT key, body, is_encrypted FROM idempotency_keys WHERE key IN ('make', 'sell') ORDER BY key",
  );
  assert.deepEqual(
    rows.map(({ key, is_encrypted, body }) => [key, is_encrypted, body.includes("{")]),
    [
      ["make", true, false],
      ["sell", false, true],
    ],
  );
  const { codeHash, pinHash } = await storedCode(made);
  assert.match(codeHash, /^[0-9a-f]{64}$/);
  assert.notEqual(codeHash, sha256(code), "it is keyed");
  assert.equal(pinHash, null);
});
