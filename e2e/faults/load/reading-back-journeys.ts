import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import * as balances from "@/server/contracts/rest/reading-back/balances";
import * as own from "@/server/contracts/rest/reading-back/merchant-records";
import * as records from "@/server/contracts/rest/reading-back/records";
import * as reports from "@/server/contracts/rest/reading-back/reports";
import { listRequests } from "@/server/contracts/rest/reading-back/requests";
import * as settlement from "@/server/contracts/rest/reading-back/settlement";
import { answerPayout, settle } from "@/server/contracts/rest/sandbox";
import { refundTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { made, reversed, sold } from "./effects";
import { type Journey, type Journeying, randomAmount } from "./journey";

const CURRENCY = "USD";
const DAY_MS = 86_400_000;

export const readBack: Journey = async (on) => {
  const { client, world } = on;
  const merchant = client.random.pick(world.merchants);
  const amount = randomAmount(on);
  const sale = await client.ask(sellTransaction, {
    as: merchant,
    body: { amount, paymentMethod: client.random.pick(world.cards).panToken },
    does: (answer) => sold(answer, amount),
  });
  if (!sale?.transactionId) return;
  const { transactionId, authorizationId } = sale;
  const refund = await client.ask(refundTransaction, {
    as: merchant,
    body: { transactionId, amount: amount / 2 },
    does: (answer) => reversed(authorizationId, answer.refundedAmount),
  });
  const settled = await client.ask(settle, {
    as: world.tenant,
    body: { merchant: merchant.id },
    does: ({ batches }) => batches.flatMap(({ batchId }) => made("batch", batchId)),
  });
  const capture = await client.ask(records.getCapture, { as: world.tenant, params: { id: transactionId } });
  const isIn = settled?.batches.some(({ lines }) => lines.some((line) => line.transactionId === transactionId));
  if (capture && isIn && !capture.batchId) client.object(`capture ${transactionId} was settled and names no batch`);
  if (refund) await client.ask(records.getRefund, { as: world.tenant, params: { id: refund.refundId } });
  await readAsTenant(on, merchant.id);
  await readAsMerchant(on, merchant);
};

async function readAsTenant({ client, world: { tenant: as } }: Journeying, merchant: string): Promise<void> {
  await client.ask(listAuthorizations, { as });
  await client.ask(listRequests, { as });
  await client.ask(records.listCaptures, { as });
  await client.ask(records.listRefunds, { as });
  await client.ask(balances.listBalances, { as });
  const entries = await client.ask(balances.listBalanceTransactions, { as, query: { merchant, currency: CURRENCY } });
  if (entries) requireSum(client, entries);
  const batches = await client.ask(settlement.listBatches, { as });
  const [batch] = batches?.data ?? [];
  if (batch) {
    await client.ask(settlement.getBatch, { as, params: { id: batch.batchId } });
    await client.ask(settlement.listBatchLines, { as, params: { id: batch.batchId } });
  }
  const payouts = await client.ask(settlement.listPayouts, { as });
  const [payout] = payouts?.data ?? [];
  if (payout) await client.ask(settlement.getPayout, { as, params: { id: payout.payoutId } });
  const pending = payouts?.data.find(({ status }) => status === "pending");
  if (pending) {
    // Another client may answer it first.
    await client.ask(answerPayout, {
      as,
      params: { id: pending.payoutId },
      body: { outcome: "returned", reason: "AC04" },
      mayRefuse: ["payout_answered"],
      does: ({ payoutId }) => made("returned payout", payoutId),
    });
  }
  // At most five may run at a time, so most are refused.
  await client.ask(reports.createReport, {
    as,
    body: { kind: "settlement", created: { gte: new Date(Date.now() - DAY_MS).toISOString() }, merchant },
    mayRefuse: ["report_limit_reached"],
  });
  const [report] = (await client.ask(reports.listReports, { as }))?.data ?? [];
  if (report) await client.ask(reports.getReport, { as, params: { id: report.reportId } });
}

async function readAsMerchant({ client }: Journeying, as: Journeying["world"]["merchants"][number]): Promise<void> {
  await client.ask(own.listMerchantAuthorizations, { as, body: { open: true } });
  await client.ask(own.listTransactions, { as, body: {} });
  await client.ask(own.listMerchantRefunds, { as, body: {} });
  await client.ask(own.listMerchantPayouts, { as, body: {} });
  await client.ask(own.getMerchantBalances, { as, body: {} });
  const entries = await client.ask(own.listMerchantEntries, { as, body: { currency: CURRENCY } });
  if (entries) requireSum(client, entries);
  const settlements = await client.ask(own.listSettlements, { as, body: {} });
  const [batch] = settlements?.data ?? [];
  if (batch) await client.ask(own.listMerchantLines, { as, body: { batchId: batch.batchId } });
}

interface Entries {
  readonly opening: number;
  readonly closing: number;
  readonly data: readonly { readonly amount: number }[];
  readonly hasMore: boolean;
}

/** Checks in cents that the opening balance plus all entries equals the closing balance. */
function requireSum(client: Journeying["client"], { opening, closing, data, hasMore }: Entries): void {
  const cents = (amount: number) => Math.round(amount * 100);
  const sum = data.reduce((total, { amount }) => total + cents(amount), cents(opening));
  if (!hasMore && sum !== cents(closing)) client.object(`${opening} and the entries are not ${closing}`);
}
