import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeRecurring } from "@/server/contracts/rest/recurring";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { AGREEMENT_TERMS } from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

const WRONG: readonly (readonly [field: string, change: Readonly<Record<string, unknown>>])[] = [
  ["memberId", { memberId: undefined }],
  ["memberId", { memberId: 7 }],
  ["memberId", { memberId: "" }],
  ["memberId", { paymentCode: "ABCDEFGH" }],
  ["paymentCode", { memberId: undefined, paymentCode: "ABCDEFG" }],
  ["paymentCode", { memberId: undefined, paymentCode: "ABCDEFGHJ" }],
  ["pin", { memberId: undefined, paymentCode: "ABCDEFGHJK" }],
  ["pin", { memberId: undefined, paymentCode: "ABCDEFGHJK", pin: "123456" }],
  ["merchantReference", { merchantReference: undefined }],
  ["merchantReference", { merchantReference: "" }],
  ["merchantReference", { merchantReference: "x".repeat(65) }],
  ["description", { description: undefined }],
  ["description", { description: "two\nlines" }],
  ["description", { description: "x".repeat(257) }],
  ["amount", { amount: 0 }],
  ["amount", { amount: "10" }],
  ["amount", { amount: 10.001 }],
  ["maxAmount", { maxAmount: -1 }],
  ["maxAmount", { maxAmount: 0.009 }],
  ["maxAmount", { maxAmount: 10.001 }],
  ["maxAmount", { amount: 10, maxAmount: 9.99 }],
  ["currency", { currency: "usd" }],
  ["interval", { interval: "yearly" }],
  ["endsOn", { endsOn: "2026-02-30" }],
  ["endsOn", { endsOn: "2026-03-02T10:00:00Z" }],
  ["endsOn", { endsOn: "2026-03-01" }],
];

for (const [field, change] of WRONG) {
  test(`refused by its ${field}: ${JSON.stringify(change).slice(0, 70)}`, async () => {
    withFakeClock(START);
    const merchant = await createTestMerchant(await createTestTenant());
    const card = await createTestCard(merchant.tenant);
    const before = await countRows("recurring_agreements");
    const body = { memberId: card.memberId, ...AGREEMENT_TERMS, ...change };
    const invalid = { status: 400, code: "validation_error" } as const;
    const options = { rawBody: JSON.stringify(body) };
    assert.equal((await expectError(merchant, authorizeRecurring, options, invalid)).error.field, field);
    assert.equal(await countRows("recurring_agreements"), before);
  });
}
