import assert from "node:assert/strict";
import { createMemberPayout } from "@/server/contracts/rest/onboarding/member-payouts";
import { getTransaction, refundTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { getBalance } from "@/server/domain/ledger";
import { setPayoutTerms } from "@/server/domain/payouts";
import { setPrice } from "@/server/domain/settlement";
import { dayOf } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { AccountId } from "@/server/platform/noun-ids";
import { call } from "../clients/api-client";
import type { withFakeClock } from "../clock";
import { networkCaller, tenantCaller } from "./callers";
import type { TestMerchant } from "./merchants";
import type { TestTenant } from "./tenants";
import { settleNow } from "./transactions";

type FakeClock = ReturnType<typeof withFakeClock>;
type Settled = Awaited<ReturnType<typeof settleNow>>;

/** Sums JSON amounts, rounded to four decimals, which is the most that any currency has. */
function sumOf(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 10_000) / 10_000;
}

/** A second later, since entries of the current moment wait for the next settlement. Checks that each statement adds up. */
export async function settleAfterASecond(
  clock: FakeClock,
  tenant: TestMerchant["tenant"],
  merchant?: Pick<TestMerchant, "id">,
): Promise<Settled> {
  clock.advance(1_000);
  const settled = await settleNow(tenant, merchant);
  for (const batch of settled.batches) {
    const { lines, captured, refunded, gross, fee, net, carriedIn, payout, carriedOut } = batch;
    assert.equal(batch.hasMoreLines, false);
    const total = (kind: string) => sumOf(lines.filter((line) => line.kind === kind).map(({ amount }) => amount));
    assert.deepEqual([total("capture"), total("refund")], [captured, -refunded || 0]);
    assert.deepEqual([gross, net], [sumOf([captured, -refunded]), sumOf([gross, -fee])]);
    assert.equal(sumOf([net, carriedIn]), sumOf([payout, carriedOut]));
    assert.equal(sumOf(lines.map((line) => line.fee)), fee);
    assert.equal(sumOf([...lines.map((line) => line.net), carriedIn]), sumOf([payout, carriedOut]));
  }
  return settled;
}

export async function refund(merchant: TestMerchant, transactionId: string, amount?: number) {
  const body = { transactionId, ...(amount === undefined ? {} : { amount }) };
  return (await call(merchant, refundTransaction, { body })).body;
}

export async function readTransaction(merchant: TestMerchant, transactionId: string) {
  return (await call(merchant, getTransaction, { body: { transactionId } })).body;
}

/** Minor units that the books owe the merchant. */
export async function merchantBalance(merchant: Pick<TestMerchant, "id">, currency = "USD"): Promise<bigint> {
  const account = await getPrisma().account.findFirst({ where: { merchantId: merchant.id, currency } });
  return account ? (await getBalance(AccountId.parse(account.id))).postedMinor : 0n;
}

interface TestPrice {
  readonly currency?: string;
  readonly rateBps?: number;
  readonly fixed?: number;
  readonly effectiveOn?: Date;
}

export async function setTestPrice({ id, tenant }: TestMerchant, price: TestPrice = {}): Promise<void> {
  const caller = tenantCaller(tenant);
  const { currency = "USD", rateBps = 140, fixed = 0.1, effectiveOn = dayOf(caller.now) } = price;
  await setPrice(caller, {
    merchantId: id,
    currency,
    rateBps,
    fixed: fixed === 0 ? null : readAmount(fixed),
    effectiveOn,
  });
}

interface TestTerms {
  readonly currency?: string;
  readonly smallest?: number;
  readonly fee?: number;
  readonly feePayer?: "member" | "tenant";
}

export async function setTestTerms(
  { environment }: Pick<TestTenant, "environment">,
  { currency = "USD", smallest = 1, fee, feePayer = "member" }: TestTerms = {},
): Promise<void> {
  const terms = { currency, smallest: readAmount(smallest), fee: fee === undefined ? null : readAmount(fee), feePayer };
  await setPayoutTerms(networkCaller(environment), terms);
}

/** Over HTTP, to an IBAN. */
export async function createTestMemberPayout(tenant: TestTenant, account: AccountId, amount?: number) {
  const body = { account, country: "DE", accountNumber: "DE02120300000000202051", ...(amount ? { amount } : {}) };
  return (await call(tenant, createMemberPayout, { body })).body;
}
