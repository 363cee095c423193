import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  captureAuthorization,
  createAuthorization,
  reverseAuthorization,
} from "@/server/contracts/rest/authorizations";
import { setMerchantPrice } from "@/server/contracts/rest/onboarding/merchant-prices";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { listBalances, listBalanceTransactions } from "@/server/contracts/rest/reading-back/balances";
import { listCaptures, listRefunds } from "@/server/contracts/rest/reading-back/records";
import { listBatches, listBatchLines, listPayouts } from "@/server/contracts/rest/reading-back/settlement";
import { refundTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { settleDue } from "@/server/domain/settlement";
import { type CallOptions, call } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const DAY = "2026-03-02";
const minor = (amount: number) => Math.round(amount * 10_000);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + minor(amount), 0);

async function listAll<Item>(
  tenant: TestTenant,
  contract: OperationContract,
  idOf: (item: Item) => string,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor = {}; ; ) {
    const { body } = await call(tenant, contract, { params, query: { ...query, limit: "7", ...cursor } });
    const { data, hasMore } = body as { data: Item[]; hasMore: boolean };
    all.push(...data);
    const last = data.at(-1);
    if (!hasMore || last === undefined) return all;
    cursor = { starting_after: idOf(last) };
  }
}

interface Line {
  readonly id: string;
  readonly kind: "capture" | "refund";
  readonly merchantReference: string | null;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

interface Moved {
  readonly merchantReference: string | null;
  readonly amount: number;
  readonly merchant: string;
  readonly currency: string;
  readonly batchId: string | null;
}

interface Entry {
  readonly reference: string;
  readonly merchant: string;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
}

test("a day is reconciled from the API alone: each payment found, each balance explained, nothing left", async () => {
  const clock = withFakeClock(`${DAY}T08:00:00.000Z`);
  const tenant = await createTestTenant();
  const shops = [await createTestMerchant(tenant), await createTestMerchant(tenant)] as const;
  await call(tenant, setMerchantPrice, {
    params: { id: shops[0].id },
    body: { currency: "USD", basisPoints: 145, fixed: 0.05, effectiveOn: DAY },
  });

  /** Every third response is lost, and the till resends the request under the same key. */
  let sent = 0;
  const tell = async <C extends OperationContract>(sender: Sender, contract: C, options: CallOptions<C>) => {
    const keyed = { ...options, idempotencyKey: randomUUID() };
    const first = await call(sender, contract, keyed);
    sent += 1;
    if (sent % 3 > 0) return first.body;
    const again = await call(sender, contract, keyed);
    assert.deepEqual(again.body, first.body);
    return again.body;
  };

  const book: Entry[] = [];
  for (let number = 0; number < 48; number += 1) {
    clock.advance(60_000);
    const shop = number % 2 === 0 ? shops[0] : shops[1];
    const currency = number % 2 === 1 && number % 4 === 1 ? "JPY" : "USD";
    const unit = currency === "JPY" ? 1 : 0.01;
    const inUnits = (count: number) => Number((count * unit).toFixed(2));
    const units = 200 + ((number * 7_919) % 9_000);
    const amount = inUnits(units);
    const merchantReference = `order ${number}`;
    const card = await createTestCard(tenant, { currency, fundsMinor: 1_000_000n });
    const entry = { reference: merchantReference, merchant: shop.id, currency };
    if (number % 3 === 0) {
      const sale = await tell(shop, sellTransaction, {
        body: { amount, currency, paymentMethod: card.panToken, merchantReference },
      });
      assert.ok("transactionId" in sale && sale.transactionId);
      const refunded = number % 9 === 0 ? amount : 0;
      if (refunded > 0) {
        await tell(shop, refundTransaction, {
          body: { transactionId: sale.transactionId, amount: refunded, merchantReference },
        });
      }
      book.push({ ...entry, captured: amount, refunded });
      continue;
    }
    const hold = await tell(tenant, createAuthorization, {
      body: { panToken: card.panToken, amount, currency, merchant: shop.id, merchantReference },
    });
    assert.ok(hold.status === "approved");
    const params = { id: hold.recordId };
    const captured = inUnits(Math.ceil(units / 2));
    await tell(tenant, captureAuthorization, { params, body: { amount: captured, merchantReference } });
    const refunded = number % 5 === 0 ? inUnits(100) : 0;
    if (refunded > 0) {
      const body = { amount: refunded, kind: "refund", reason: "RV01", merchantReference } as const;
      await tell(tenant, reverseAuthorization, { params, body });
    }
    book.push({ ...entry, captured, refunded });
  }
  clock.advance(24 * 3_600_000);
  await settleDue({ now: clock.now(), environment: "test" });

  const span = { "created[gte]": `${DAY}T00:00:00.000Z` };
  const ofSpan = { query: span };
  const captureId = ({ transactionId }: { readonly transactionId: string }) => transactionId;
  const captures = await listAll<Moved & { transactionId: string }>(tenant, listCaptures, captureId, ofSpan);
  const refundId = ({ refundId: id }: { readonly refundId: string }) => id;
  const refunds = await listAll<Moved & { refundId: string }>(tenant, listRefunds, refundId, ofSpan);
  for (const { reference, merchant, currency, captured, refunded } of book) {
    const of = (moved: readonly Moved[]) =>
      moved.filter((each) => each.merchantReference === reference && each.merchant === merchant);
    assert.deepEqual(
      of(captures).map((each) => [each.currency, minor(each.amount)]),
      [[currency, minor(captured)]],
      reference,
    );
    assert.equal(sum(of(refunds).map(({ amount }) => amount)), minor(refunded), reference);
  }
  assert.equal(captures.length, book.length, "the network has no payment that the shop doesn't know");
  assert.ok(
    [...captures, ...refunds].every(({ batchId }) => batchId !== null),
    "all are settled",
  );

  interface Batch {
    readonly batchId: string;
    readonly payoutId: string | null;
    readonly merchant: string;
    readonly currency: string;
    readonly payout: number;
    readonly fee: number;
    readonly net: number;
  }
  const batches = await listAll<Batch>(tenant, listBatches, ({ batchId }) => batchId);
  const payouts = await listAll<{ payoutId: string; amount: number }>(tenant, listPayouts, (payout) => payout.payoutId);
  assert.equal(batches.length, 3);
  for (const { batchId, payoutId, merchant, currency, payout, fee, net } of batches) {
    const lines = await listAll<Line>(tenant, listBatchLines, ({ id }) => id, { params: { id: batchId } });
    const own = book.filter((entry) => entry.merchant === merchant && entry.currency === currency);
    const total = (kind: Line["kind"]) => sum(lines.filter((line) => line.kind === kind).map(({ gross }) => gross));
    assert.equal(total("capture"), sum(own.map(({ captured }) => captured)));
    assert.equal(-total("refund") || 0, sum(own.map(({ refunded }) => refunded)));
    assert.deepEqual(
      [sum(lines.map((line) => line.fee)), sum(lines.map((line) => line.net))],
      [minor(fee), minor(net)],
      "the fee is the lines’",
    );
    assert.equal(fee > 0, merchant === shops[0].id);
    assert.equal(minor(payout), minor(net));
    assert.equal(minor(payouts.find((each) => each.payoutId === payoutId)?.amount ?? -1), minor(payout));

    const query = { merchant, currency, ...span };
    const { opening, closing } = (await call(tenant, listBalanceTransactions, { query })).body;
    const entries = await listAll<{ id: string; amount: number }>(tenant, listBalanceTransactions, ({ id }) => id, {
      query,
    });
    assert.equal(minor(opening) + sum(entries.map(({ amount }) => amount)), minor(closing));
    assert.deepEqual([opening, closing], [0, 0]);
  }
  const { data: balances } = (await call(tenant, listBalances)).body;
  assert.ok(balances.every(({ balance, available, pending }) => balance === 0 && available === 0 && pending === 0));
});
