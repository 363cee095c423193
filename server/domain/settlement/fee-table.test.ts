import assert from "node:assert/strict";
import { test } from "node:test";
import { getBatch, listBatchLines } from "@/server/contracts/rest/reading-back/settlement";
import { getPrisma } from "@/server/db/prisma";
import { changeMerchantSettings } from "@/server/domain/merchants";
import { formatAmount, parseCurrency } from "@/server/platform/money";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import type { TestMerchant } from "@/server/testing/factories/merchants";
import { setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

/** What happens to one payment, in order, in minor units: the hold and its increments, captures, refunds, settlements. */
type Step = readonly ["hold" | "raise" | "capture" | "refund", number] | "settle" | "returned" | "kept";

interface Row {
  readonly steps: readonly Step[];
  /** What the merchant has been charged in the end. */
  readonly fee: number;
  /** What each batch charged. */
  readonly batches?: readonly number[];
  readonly currency?: string;
  readonly rateBps?: number;
  readonly fixed?: number;
}

const captures = (count: number, minor: number): Step[] => Array.from({ length: count }, () => ["capture", minor]);

/** At 1 % + 0.30, where a row says no other price. */
const TABLE: readonly Row[] = [
  // However it is split, 10.00 costs 0.40.
  { steps: [["hold", 10_00], ["capture", 10_00], "settle"], fee: 40 },
  { steps: [["hold", 10_00], ...captures(2, 5_00), "settle"], fee: 40 },
  { steps: [["hold", 10_00], ["capture", 5_00], "settle", ["capture", 5_00], "settle"], fee: 40, batches: [35, 5] },
  { steps: [["hold", 10_00], ...captures(20, 50), "settle"], fee: 40 },
  { steps: [["hold", 10_00], ["capture", 1], "settle", ["capture", 9_99], "settle"], fee: 40, batches: [1, 39] },
  { steps: [["hold", 1], ["raise", 9_99], ["capture", 10_00], "settle"], fee: 40 },
  { steps: [["hold", 1], ["raise", 9_99], ["capture", 1], "settle", ["capture", 9_99], "settle"], fee: 40 },
  { steps: [["hold", 5_00], ["raise", 5_00], ["capture", 7_00], "settle", ["capture", 3_00], "settle"], fee: 40 },
  { steps: [["hold", 3_00], ["raise", 3_00], ["raise", 4_00], ...captures(4, 2_50), "settle"], fee: 40 },
  // What stays on hold costs nothing, and a fee is never more than what was captured.
  { steps: [["hold", 10_00], ["capture", 2_00], "settle"], fee: 32 },
  { steps: [["hold", 20], ...captures(2, 10), "settle"], fee: 20 },
  { steps: [["hold", 31], ["capture", 10], "settle", ["capture", 21], "settle"], fee: 30, batches: [10, 20] },
  // The percentage is rounded once, half up, not for each part: 0.50 is 0.005, ten times 0.05 are as much.
  { steps: [["hold", 50], ["capture", 50], "settle"], fee: 1, fixed: 0 },
  { steps: [["hold", 50], ...captures(10, 5), "settle"], fee: 1, fixed: 0 },
  { steps: [["hold", 5], ["raise", 45], ...captures(10, 5), "settle"], fee: 1, fixed: 0 },
  { steps: [["hold", 1_50], ["capture", 50], "settle", ...captures(2, 50), "settle"], fee: 2, fixed: 0 },
  // Other currencies, in their own smallest unit.
  { steps: [["hold", 1_000], ...captures(2, 500), "settle"], fee: 40, currency: "JPY", fixed: 30 },
  { steps: [["hold", 1], ["raise", 999], ["capture", 1_000], "settle"], fee: 40, currency: "JPY", fixed: 30 },
  { steps: [["hold", 10_000], ...captures(4, 2_500), "settle"], fee: 400, currency: "KWD" },
  // A refund returns nothing, or the part of the payment's fee that it is of the payment.
  { steps: [["hold", 10_00], ["capture", 10_00], "settle", ["refund", 5_00], "settle"], fee: 40 },
  { steps: ["returned", ["hold", 10_00], ["capture", 10_00], "settle", ["refund", 5_00], "settle"], fee: 20 },
  { steps: ["returned", ["hold", 10_00], ...captures(2, 5_00), "settle", ["refund", 5_00], "settle"], fee: 20 },
  {
    steps: ["returned", ["hold", 1], ["raise", 9_99], ["capture", 10_00], "settle", ["refund", 5_00], "settle"],
    fee: 20,
  },
  { steps: ["returned", ["hold", 10_00], ["capture", 10_00], ["refund", 5_00], "settle"], fee: 20 },
  { steps: ["returned", ["hold", 10_00], ["capture", 10_00], "settle", ["refund", 10_00], "settle"], fee: 0 },
  {
    steps: [
      "returned",
      ["hold", 10_00],
      ["capture", 10_00],
      "settle",
      ["refund", 3_33],
      ["refund", 3_33],
      "settle",
      ["refund", 3_34],
      "settle",
    ],
    fee: 0,
    batches: [40, -26, -14],
  },
  // A refund of several captures is one line.
  {
    steps: ["returned", ["hold", 10_00], ...captures(2, 5_00), "settle", ["refund", 7_00], "settle"],
    fee: 12,
    batches: [40, -28],
  },
  // A small first capture that is refunded takes the fixed amount from no later one.
  { steps: ["returned", ["hold", 10_00], ["capture", 31], ["capture", 9_69], ["refund", 31], "settle"], fee: 39 },
  {
    steps: [
      "returned",
      ["hold", 10_00],
      ["capture", 31],
      "settle",
      ["refund", 31],
      "settle",
      ["capture", 9_69],
      "settle",
    ],
    fee: 39,
    batches: [30, -30, 39],
  },
  // A refund whose batch kept the fee stays without it.
  {
    steps: [["hold", 10_00], ["capture", 10_00], ["refund", 5_00], "settle", "returned", ["refund", 5_00], "settle"],
    fee: 20,
    batches: [40, -20],
  },
  {
    steps: [
      "returned",
      ["hold", 10_00],
      ["capture", 10_00],
      ["refund", 5_00],
      "settle",
      "kept",
      ["refund", 5_00],
      "settle",
    ],
    fee: 20,
    batches: [20, 0],
  },
];

const nameOf = ({ steps, currency = "USD", rateBps = 100, fixed = 0.3 }: Row) => {
  const said = steps.map((step) => (typeof step === "string" ? step : `${step[0]} ${step[1]}`));
  return `${rateBps / 100} % + ${fixed} ${currency}: ${said.join(", ")}`.slice(0, 99);
};

for (const row of TABLE) {
  test(nameOf(row), async () => {
    const { steps, fee, batches, currency = "USD", rateBps = 100, fixed = 0.3 } = row;
    const charged = await settleSteps(steps, { currency, rateBps, fixed });
    assert.equal(
      charged.reduce((sum, one) => sum + one, 0),
      fee,
    );
    if (batches) assert.deepEqual(charged, batches);
    await assertBooksBalance();
  });
}

/** What each batch charged, in minor units. */
async function settleSteps(
  steps: readonly Step[],
  price: { readonly currency: string; readonly rateBps: number; readonly fixed: number },
): Promise<number[]> {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const shop = { id: tenant.merchantId, tenant } as TestMerchant;
  await setTestPrice(shop, price);
  const currency = parseCurrency(price.currency);
  const card = await createTestCard(tenant, { currency, fundsMinor: 100_000n });
  const amountOf = (minor: number) => formatAmount(BigInt(minor), currency);
  const batchIds: string[] = [];
  let id = "";
  for (const step of steps) {
    if (step === "settle") {
      batchIds.push(...(await settleAfterASecond(clock, tenant)).batches.map(({ batchId }) => batchId));
    } else if (step === "returned" || step === "kept") {
      await changeMerchantSettings(tenantCaller(tenant), {
        id: shop.id,
        settings: { isFeeReturned: step === "returned" },
      });
    } else {
      const [name, minor] = step;
      const amount = amountOf(minor);
      if (name === "hold") id = (await authorize(tenant, card, amount, { currency })).recordId;
      else if (name === "raise") await increment(tenant, id, amount);
      else if (name === "capture") await capture(tenant, id, amount);
      else await reverse(tenant, id, amount, { kind: "refund" });
    }
  }
  const charged: number[] = [];
  for (const batchId of batchIds) {
    await assertCountsAreTrue(tenant, batchId);
    const { feeMinor } = await getPrisma().settlementBatch.findUniqueOrThrow({ where: { id: batchId } });
    charged.push(Number(feeMinor));
  }
  return charged;
}

/** Every capture and every refund is one line, with its own fee at most as large as the line. */
async function assertCountsAreTrue(tenant: TestMerchant["tenant"], batchId: string): Promise<void> {
  const { body: batch } = await call(tenant, getBatch, { params: { id: batchId } });
  const { body: lines } = await call(tenant, listBatchLines, { params: { id: batchId }, query: { limit: "100" } });
  const [captured, refunded] = (["capture", "refund"] as const).map((kind) =>
    lines.data.filter((line) => line.kind === kind),
  );
  assert.ok(captured && refunded);
  assert.deepEqual([batch.captureCount, batch.refundCount], [captured.length, refunded.length]);
  assert.equal(new Set(captured.map(({ transactionId }) => transactionId)).size, captured.length);
  assert.equal(new Set(refunded.map(({ refundId }) => refundId)).size, refunded.length);
  for (const { gross, fee } of lines.data) assert.ok(Math.abs(fee) <= Math.abs(gross) && fee * gross >= 0);
}
