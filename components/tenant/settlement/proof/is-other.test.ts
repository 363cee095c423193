import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProvenStatement } from "@/server/contracts/statement-proof/document";
import { MerchantId } from "@/server/platform/noun-ids";
import type { Statement } from "@/server/trpc/types";
import { isOther } from "./is-other";

const SHOWN: Statement = {
  id: "1pAB0000000000001",
  batchId: "1pAB0000000000001",
  merchant: MerchantId.parse("TESTmerchantCafe1"),
  merchantName: "Café",
  tenantTitle: "Coffee",
  currency: "USD",
  day: "2026-11-22",
  captureCount: 2,
  captured: 30.05,
  refundCount: 1,
  refunded: 5,
  gross: 25.05,
  fee: 0,
  net: 25.05,
  carriedIn: -40,
  payout: 0,
  carriedOut: -14.95,
  createdAt: "2026-11-23T00:00:01.000Z",
  previousBatchId: "1pAB0000000000000",
  payoutId: null,
  payoutStatus: null,
  progress: {
    status: null,
    endToEndId: null,
    last4: null,
    exportedAt: null,
    sentAt: null,
    paidAt: null,
    returnedAt: null,
    returnReason: null,
  },
  lines: [],
  hasMore: false,
};

const PROVEN: ProvenStatement = {
  id: SHOWN.id,
  merchant: { id: "TESTmerchantCafe1", name: "Café" },
  account: "1pAB0000000000009",
  environment: "test",
  currency: "USD",
  day: "2026-11-22",
  createdAt: 0,
  previousId: SHOWN.previousBatchId,
  captureCount: 2,
  capturedMinor: "3005",
  refundCount: 1,
  refundedMinor: "500",
  feeMinor: "0",
  feePosting: null,
  carriedInMinor: "-4000",
  payoutMinor: "0",
  carriedOutMinor: "-1495",
  payoutPosting: null,
};

test("the proof of what is shown is no other's", () => {
  assert.equal(isOther(SHOWN, { statement: PROVEN }), false);
});

const OTHERS: readonly Partial<ProvenStatement>[] = [
  { id: "1pAB0000000000002" },
  { merchant: { id: "TESTmerchantShop1", name: "Café" } },
  { currency: "EUR" },
  { day: "2026-11-21" },
  { captureCount: 3 },
  { capturedMinor: "3006" },
  { refundCount: 0 },
  { refundedMinor: "501" },
  { carriedInMinor: "0" },
  { payoutMinor: "1" },
  { carriedOutMinor: "-1496" },
];

for (const change of OTHERS) {
  test(`a proof with another ${Object.keys(change)} is another’s`, () => {
    assert.equal(isOther(SHOWN, { statement: { ...PROVEN, ...change } }), true);
  });
}

test("other text is none of this statement", () => {
  assert.equal(isOther(SHOWN, { statement: null }), true);
});
