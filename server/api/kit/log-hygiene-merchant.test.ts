import assert from "node:assert/strict";
import { test } from "node:test";
import { collectLog } from "@/server/testing/clients/collect-log";
import { credentialsOf } from "@/server/testing/clients/credentials";
import type { RawRequest } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, keyIdOf, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

function post(merchant: TestMerchant, path: string, key: string, body: object | string): RawRequest {
  return {
    method: "POST",
    path: `/merchant/v1/${path}`,
    headers: { ...credentialsOf(merchant), "idempotency-key": key },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function assertSilent(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) assert.ok(secret && !text.toLowerCase().includes(secret.toLowerCase()), text);
}

async function withSecrets() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const pinned = await createTestCode(tenant, { allowRecurring: true });
  const plain = await createTestMemberCode(tenant, { allowRecurring: true });
  const { panToken } = await createTestCard(tenant);
  const secret = merchant.key.slice(keyIdOf(merchant).length + 1);
  const secrets = [pinned.code, pinned.pin, pinned.wrongPin, plain.code, panToken, secret];
  return { merchant, pinned, plain, panToken, secrets };
}

for (const level of ["info", "debug"]) {
  test(`at ${level}: neither codes, PINs, tokens nor the key are written down or answered`, async () => {
    const { merchant, pinned, plain, panToken, secrets } = await withSecrets();
    const sale = { paymentCode: pinned.code, pin: pinned.pin, amount: 1 };
    const method = { type: "paymentCode", paymentCode: pinned.code, pin: pinned.pin };
    const typed = `${plain.code.slice(0, 4)}-${plain.code.slice(4)}`.toLowerCase();
    const requests = [
      post(merchant, "paymentcodes/validate", "", { paymentCode: typed }),
      post(merchant, "paymentcodes/sale", "wrong", { ...sale, pin: pinned.wrongPin }),
      post(merchant, "paymentcodes/sale", "right", sale),
      post(merchant, "paymentcodes/sale", "right", sale),
      post(merchant, "paymentcodes/sale", "right", { ...sale, amount: 2 }),
      post(merchant, "paymentcodes/sale", "invalid", { ...sale, amount: 0 }),
      post(merchant, "paymentcodes/sale", "broken", JSON.stringify(sale).slice(0, -1)),
      post(merchant, "paymentcodes/sale", "swapped", { ...sale, currency: pinned.pin, merchantReference: 7 }),
      post(merchant, "paymentcodes/recurring-charge", "charge", { paymentCode: typed, amount: 1 }),
      post(merchant, "paymentcodes/recurring-charge", "no-pin", { paymentCode: pinned.code, amount: 1 }),
      post(merchant, "transactions/sale", "method", { amount: 1, paymentMethod: method }),
      post(merchant, "transactions/authorize", "bad", {
        amount: 1,
        paymentMethod: { ...method, pin: `${pinned.pin}0` },
      }),
      post(merchant, "transactions/sale", "token", { amount: 1, paymentMethod: panToken }),
      post(merchant, "transactions/sale", "long", { amount: 1, paymentMethod: `${panToken}0` }),
      post(merchant, `paymentcodes/${pinned.code}/${pinned.pin}`, "path", {}),
      { ...post(merchant, "paymentcodes/sale", "no-key", sale), headers: { authorization: `Bearer ${merchant.key}0` } },
    ];
    const { log, replies } = await collectLog(requests, level);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 422, 400, 400, 400, 200, 400, 200, 400, 200, 400, 404, 401],
      replies.map(({ text }) => text).join("\n"),
    );
    assertSilent(log, [...secrets, typed]);
    assert.doesNotMatch(log, /\$2[aby]\$/);
    assert.equal(log.split("\n").filter((line) => line.includes('"request"')).length, replies.length);
    for (const { text } of replies) assertSilent(text, [...secrets, typed]);
  });
}

test("a fault in a sale on a code is logged without code and PIN", async () => {
  const { merchant, pinned, plain, secrets } = await withSecrets();
  await queryTestDatabase(
    "ALTER TABLE idempotency_keys ADD CONSTRAINT refuse CHECK (key NOT LIKE 'fault-%') NOT VALID",
  );
  const requests = [
    post(merchant, "paymentcodes/sale", "fault-1", { paymentCode: pinned.code, pin: pinned.pin, amount: 1 }),
    post(merchant, "paymentcodes/recurring-charge", "fault-2", { paymentCode: plain.code, amount: 1 }),
  ];
  const { log, replies } = await collectLog(requests, "debug");
  await queryTestDatabase("ALTER TABLE idempotency_keys DROP CONSTRAINT refuse");
  assert.deepEqual(
    replies.map(({ status }) => status),
    [500, 500],
  );
  assert.match(log, /violates check constraint/);
  assertSilent(log, secrets);
});
