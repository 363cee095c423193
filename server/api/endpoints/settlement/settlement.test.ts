import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import * as records from "@/server/contracts/rest/reading-back/records";
import type { BatchLine } from "@/server/contracts/rest/reading-back/settlement";
import * as contracts from "@/server/contracts/rest/reading-back/settlement";
import { settleDue } from "@/server/domain/settlement";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const INVALID = { status: 400, code: "validation_error" } as const;
const UNKNOWN = { status: 400, code: "invalid_reference" } as const;
const NO_BATCH = { status: 404, code: "settlement_batch_not_found" } as const;
const NO_PAYOUT = { status: 404, code: "payout_not_found" } as const;

async function linesOf(tenant: TestTenant, id: string, limit: number) {
  const lines: z.output<typeof BatchLine>[] = [];
  for (let query: Record<string, string> = { limit: String(limit) }; ; ) {
    const { body } = await call(tenant, contracts.listBatchLines, { params: { id }, query });
    lines.push(...body.data);
    const last = body.data.at(-1);
    if (!body.hasMore || !last) return lines;
    query = { limit: String(limit), starting_after: last.id };
  }
}

const sum = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((total, amount) => total + amount, 0) * 10_000) / 10_000;

test("a batch and its payout read the same after a day's end by itself and after one on request", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const shown = [];
  for (const isAutomatic of [false, true]) {
    const sale = await createTestSale(merchant, { amount: 12.5, merchantReference: "order-7" });
    clock.advance(1_000);
    const { refundId } = await refund(merchant, sale.transactionId, 5);
    if (isAutomatic) {
      clock.advance(DAY_MS);
      await settleDue({ now: clock.now(), environment: "test" });
    } else {
      await settleAfterASecond(clock, tenant, merchant);
    }
    const { body: capture } = await call(tenant, records.getCapture, { params: { id: sale.transactionId } });
    const { body: back } = await call(tenant, records.getRefund, { params: { id: refundId } });
    const { batchId, payoutId } = capture;
    assert.ok(batchId && payoutId);
    assert.deepEqual([back.batchId, back.payoutId], [batchId, payoutId]);
    const { body: batch } = await call(tenant, contracts.getBatch, { params: { id: batchId } });
    const { body: payout } = await call(tenant, contracts.getPayout, { params: { id: payoutId } });
    const lines = await linesOf(tenant, batchId, 100);
    assert.equal(batch.createdAt, clock.now().toISOString());
    assert.deepEqual(payout, {
      id: payoutId,
      payoutId,
      batchId,
      merchant: merchant.id,
      currency: "USD",
      amount: 7.5,
      day: batch.day,
      gross: 7.5,
      fee: 0,
      net: 7.5,
      carriedIn: 0,
      status: "pending",
      endToEndId: payout.endToEndId,
      last4: null,
      exportedAt: null,
      sentAt: null,
      paidAt: null,
      returnedAt: null,
      returnReason: null,
      repaidIn: null,
      createdAt: batch.createdAt,
    });
    assert.match(payout.endToEndId, /^P[0-9A-F]{32}$/);
    const ofLine = {
      transactionId: sale.transactionId,
      authorizationId: capture.authorizationId,
      recordId: capture.recordId,
      merchantReference: "order-7",
      metadata: null,
      member: capture.member,
      account: capture.account,
    };
    assert.deepEqual(lines, [
      {
        id: sale.transactionId,
        kind: "capture",
        refundId: null,
        ...ofLine,
        gross: 12.5,
        fee: 0,
        net: 12.5,
        createdAt: capture.createdAt,
      },
      { id: lines[1]?.id, kind: "refund", refundId, ...ofLine, gross: -5, fee: 0, net: -5, createdAt: back.createdAt },
    ]);
    shown.push(batch);
  }
  const [first, second] = shown;
  assert.ok(first && second);
  const totals = {
    merchant: merchant.id,
    currency: "USD",
    captureCount: 1,
    captured: 12.5,
    refundCount: 1,
    refunded: 5,
    gross: 7.5,
    fee: 0,
    net: 7.5,
    carriedIn: 0,
    payout: 7.5,
    carriedOut: 0,
    payoutStatus: "pending",
  };
  for (const [batch, previousBatchId] of [
    [first, null],
    [second, first.batchId],
  ] as const) {
    const { batchId, day, payoutId, createdAt } = batch;
    assert.deepEqual(batch, { id: batchId, batchId, day, payoutId, createdAt, ...totals, previousBatchId });
  }
  const { body: batches } = await call(tenant, contracts.listBatches, {});
  assert.deepEqual(batches, { data: [second, first], hasMore: false });
});

test("all lines of a batch come, page by page, in the order in which they happened, and add up", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_000_00n });
  for (let i = 0; i < 65; i += 1) {
    const { recordId } = await authorize(tenant, card, 10 + i / 100, { metadata: { order: i } });
    await capture(tenant, recordId);
    if (i % 3 === 0) clock.advance(1_000);
    await reverse(tenant, recordId, 1, { kind: "refund" });
  }
  clock.advance(DAY_MS);
  await settleDue({ now: clock.now(), environment: "test" });
  const { body } = await call(tenant, contracts.listBatches, {});
  const [batch] = body.data;
  assert.ok(batch);
  for (const limit of [100, 7]) {
    const lines = await linesOf(tenant, batch.batchId, limit);
    assert.equal(new Set(lines.map(({ id }) => id)).size, 130);
    assert.deepEqual(
      lines.map(({ createdAt }) => createdAt),
      lines.map(({ createdAt }) => createdAt).toSorted(),
    );
    assert.equal(sum(lines.map(({ net }) => net)), sum([batch.captured, -batch.refunded]));
    assert.equal(lines.filter(({ metadata }) => typeof metadata?.order === "number").length, 130);
    const query: Record<string, string> = { ending_before: lines[2]?.id ?? "", limit: "1" };
    const { body: one }: { body: unknown } = await call(tenant, contracts.listBatchLines, {
      params: { id: batch.batchId },
      query,
    });
    assert.deepEqual(one, { data: [lines[1]], hasMore: true });
  }
});

test("batches and payouts are paged, and found by merchant, currency, and time; a debt is no payout", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [shop, bakery] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const yen = await createTestCard(tenant, { currency: "JPY" });
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 10_000n });
  const fund = await createTestCard(tenant, { currency: "CLF", fundsMinor: 10_000n });
  const sale = await createTestSale(shop, { amount: 20 });
  await createTestSale(bakery, { card: yen, amount: 900 });
  await createTestSale(bakery, { card: dinar, amount: 1.234 });
  await createTestSale(bakery, { card: fund, amount: 0.1234 });
  await settleAfterASecond(clock, tenant);
  clock.advance(60_000);
  await refund(shop, sale.transactionId);
  await settleAfterASecond(clock, tenant);
  const find = async (query: Readonly<Record<string, string>>) => {
    const { body: batches } = await call(tenant, contracts.listBatches, { query });
    const { body: payouts } = await call(tenant, contracts.listPayouts, { query });
    const paid = batches.data.filter(({ payoutId }) => payoutId !== null);
    assert.deepEqual(
      payouts.data.map(({ batchId }) => batchId),
      paid.map(({ batchId }) => batchId),
    );
    return batches.data.map(({ currency, payout, carriedOut }) => `${payout} ${currency} ${carriedOut}`).sort();
  };
  const all = ["0 USD -20", "0.1234 CLF 0", "1.234 KWD 0", "20 USD 0", "900 JPY 0"];
  assert.deepEqual(await find({}), all);
  assert.deepEqual(await find({ merchant: shop.id }), ["0 USD -20", "20 USD 0"]);
  assert.deepEqual(await find({ currency: "KWD" }), ["1.234 KWD 0"]);
  assert.deepEqual(await find({ "created[gte]": "2026-03-02T10:01:00.000Z" }), ["0 USD -20"]);
  assert.deepEqual(await find({ "created[lt]": "2026-03-02T10:01:00.000Z", merchant: shop.id }), ["20 USD 0"]);
  for (const [operation, field, count] of [
    [contracts.listBatches, "batchId", 5],
    [contracts.listPayouts, "payoutId", 4],
  ] as const) {
    const met: string[] = [];
    for (let query: Record<string, string> = { limit: "2" }; ; ) {
      const { body } = await call(tenant, operation as typeof contracts.listPayouts, { query });
      met.push(...body.data.map((record) => record[field]));
      if (!body.hasMore) break;
      query = { limit: "2", starting_after: met.at(-1) ?? "" };
    }
    assert.equal(new Set(met).size, count);
    assert.equal(met.length, count);
    const before = { limit: "1", ending_before: met[2] ?? "" };
    const { body } = await call(tenant, operation as typeof contracts.listPayouts, { query: before });
    assert.deepEqual([body.data.map((record) => record[field]), body.hasMore], [[met[1]], true]);
  }
});

test("wrong, unknown, or another's days are refused", async () => {
  const clock = withFakeClock(START);
  const stranger = await createTestTenant();
  const theirs = await createTestMerchant(stranger);
  const { transactionId } = await createTestSale(theirs);
  await settleAfterASecond(clock, stranger);
  const { body } = await call(stranger, contracts.listPayouts, {});
  const [payout] = body.data;
  assert.ok(payout);
  const { batchId, payoutId } = payout;
  const tenant = await createTestTenant();
  for (const caller of [tenant, await createTestKey(stranger, { environment: "live" })]) {
    await expectError(caller, contracts.getBatch, { params: { id: batchId } }, NO_BATCH);
    await expectError(caller, contracts.listBatchLines, { params: { id: batchId } }, NO_BATCH);
    await expectError(caller, contracts.getPayout, { params: { id: payoutId } }, NO_PAYOUT);
    for (const [operation, cursor] of [
      [contracts.listBatches, batchId],
      [contracts.listPayouts, payoutId],
    ] as const) {
      for (const query of [{ starting_after: cursor }, { ending_before: cursor }, { merchant: theirs.id }]) {
        await expectError(caller, operation, { query }, UNKNOWN);
      }
      assert.deepEqual((await call(caller, operation, {})).body.data, []);
    }
  }
  const params = { id: batchId };
  await expectError(stranger, contracts.listBatchLines, { params, query: { starting_after: payoutId } }, UNKNOWN);
  for (const query of [{ limit: "0" }, { limit: "x" }, { starting_after: "x" }, { kind: "capture" }]) {
    await expectError(stranger, contracts.listBatchLines, { params, query }, INVALID);
    await expectError(stranger, contracts.listBatches, { query }, INVALID);
    await expectError(stranger, contracts.listPayouts, { query }, INVALID);
  }
  for (const id of [transactionId, payoutId, "what/ever"])
    await expectError(stranger, contracts.getBatch, { params: { id } }, NO_BATCH);
  for (const id of [transactionId, batchId, "what/ever"])
    await expectError(stranger, contracts.getPayout, { params: { id } }, NO_PAYOUT);
  for (const operation of [
    contracts.listBatches,
    contracts.getBatch,
    contracts.listBatchLines,
    contracts.listPayouts,
    contracts.getPayout,
  ]) {
    await expectError(null, operation, { params }, { status: 401, code: "authentication_failed" });
  }
});
