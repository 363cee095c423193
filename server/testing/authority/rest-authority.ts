import assert from "node:assert/strict";
import { getPrisma } from "@/server/db/prisma";
import type { Environment } from "@/server/domain/caller";
import { openDispute } from "@/server/domain/disputes";
import { writeFunding } from "@/server/domain/members";
import { settleNow } from "@/server/domain/settlement";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { AccountId } from "@/server/platform/noun-ids";
import { createTestAgreement, requestTestAgreement } from "../factories/agreements";
import { createTestKey } from "../factories/api-keys";
import { createTestHold } from "../factories/authorizations";
import { memberCaller, networkCaller } from "../factories/callers";
import { createTestCard } from "../factories/cards";
import { requestTestCharge } from "../factories/charge-requests";
import { createTestMerchant, createTestMerchantKey, keyIdOf, type TestMerchant } from "../factories/merchants";
import { createTestCode, createTestMemberCode } from "../factories/payment-codes";
import { createTestMemberPayout, refund as refundOf, setTestTerms } from "../factories/settlements";
import { createTestTenant, type TestTenant } from "../factories/tenants";
import { createTestMerchantHold, createTestSale } from "../factories/transactions";
import { createTestDelivery } from "../factories/webhook-deliveries";
import { subscribeMerchant } from "../factories/webhook-subscriptions";
import { createTestReportFile } from "../report-files";
import { createTestRequest } from "../request-log";

export interface TestCaller {
  readonly tenant: TestTenant;
  readonly merchant: TestMerchant;
}

export interface CallerRecords {
  readonly panToken: string;
  readonly code: string;
  readonly pin: string;
  readonly merchant: string;
  readonly subscription: string;
  readonly batch: string;
}

export interface OwnersRecords extends CallerRecords {
  readonly hold: string;
  readonly number: string;
  readonly merchantHold: string;
  readonly transaction: string;
  readonly refund: string;
  readonly payout: string;
  readonly reference: string;
  readonly balance: string;
  /** The card that paid, known to nobody else. */
  readonly card: string;
  readonly memberCode: string;
  readonly memberCodeId: string;
  readonly delivery: string;
  readonly event: string;
  /** The merchant's own. */
  readonly ownSubscription: string;
  readonly ownDelivery: string;
  readonly ownEvent: string;
  readonly request: string;
  readonly agreement: string;
  readonly chargeRequest: string;
  readonly report: string;
  /** Of the request log. */
  readonly logged: string;
  readonly dispute: string;
  readonly member: string;
  readonly account: string;
  readonly merchantKey: string;
  /** A card that nothing else uses, its member, and its account. */
  readonly issued: string;
  readonly holder: string;
  readonly purse: string;
  readonly funding: string;
  readonly memberPayout: string;
}

/** Without it, reversals are refused outright. */
const REVERSING = { isSameDayReversalEnabled: true };
const RECEIVER = "https://receiver.example.com/hooks";

export async function createCaller(of?: TestTenant, environment: Environment = "test"): Promise<TestCaller> {
  const tenant = of ? await createTestKey(of, { environment }) : await createTestTenant({ environment });
  return { tenant, merchant: await createTestMerchant(tenant, REVERSING) };
}

/** Uses a separate merchant, since settled payments can't be reversed anymore. */
async function createBatch(tenant: TestTenant): Promise<{ readonly batch: string; readonly payout: string }> {
  const { id: tenantId, environment } = tenant;
  const merchant = await createTestMerchant(tenant);
  await createTestSale(merchant);
  const later = new Date(now().getTime() + 1_000);
  const [made] = await settleNow({ tenantId, environment, now: later }, { merchantId: merchant.id, request: null });
  assert.ok(made?.payoutPostingId);
  return { batch: made.id, payout: made.payoutPostingId };
}

export async function createOwnRecords({ tenant, merchant }: TestCaller): Promise<CallerRecords> {
  const { batch } = await createBatch(tenant);
  const card = await createTestCard(tenant);
  const { code, pin } = await createTestCode(tenant, { card });
  const { subscriptionId: subscription } = await createTestDelivery(RECEIVER, tenant);
  return { panToken: card.panToken, code, pin, merchant: merchant.id, subscription, batch };
}

export async function createOwnersRecords({ tenant, merchant }: TestCaller): Promise<OwnersRecords> {
  const card = await createTestCard(tenant);
  const { recordId: hold, authorizationId: number } = await createTestHold(tenant, { card });
  const { authorizationId: merchantHold } = await createTestMerchantHold(merchant, { card });
  const { batch, payout } = await createBatch(tenant);
  const { card: kept } = await createTestHold(tenant);
  const reference = `order-${newRecordId(now())}`;
  const { transactionId: transaction } = await createTestSale(merchant, { card, merchantReference: reference });
  const { refundId: refund } = await refundOf(merchant, transaction, 1);
  const { id: balance } = await getPrisma().account.findFirstOrThrow({ where: { merchantId: merchant.id } });
  const { code, pin } = await createTestCode(tenant, { card });
  const { code: memberCode } = await createTestMemberCode(tenant, { card, allowRecurring: true });
  // Pays nothing: a payment shows the id of the code that paid it.
  const { recordId: memberCodeId } = await createTestMemberCode(tenant, { card });
  const { subscriptionId: subscription, deliveryId: delivery } = await createTestDelivery(RECEIVER, tenant);
  const { id: request } = await requestTestAgreement(merchant, { card });
  const { id: agreement } = await createTestAgreement(merchant, { card });
  const capped = await createTestAgreement(merchant, { card, maxAmount: 1 });
  const { id: chargeRequest } = await requestTestCharge(merchant, capped);
  const spare = await createTestMerchantKey(merchant);
  const { id: merchantKey } = await getPrisma().merchantKey.findUniqueOrThrow({ where: { keyId: keyIdOf(spare) } });
  // A request may close it, since nothing else uses it.
  const { id: issued } = await createTestCard(tenant);
  const { memberId: holder, accountId: purse } = await getPrisma().card.findUniqueOrThrow({ where: { id: issued } });
  const funding = newRecordId(now());
  const { id: tenantId, environment } = tenant;
  const money = {
    accountId: purse as AccountId,
    currency: "USD",
    amountMinor: 1_00n,
    tenantId,
    postingId: funding,
  } as const;
  await writeFunding(networkCaller(environment), money, null, null);
  await setTestTerms(tenant);
  const { memberPayoutId: memberPayout } = await createTestMemberPayout(tenant, purse as AccountId, 1);
  const { id: report } = await createTestReportFile(tenant);
  const { id: logged } = await createTestRequest(tenant);
  const { panToken, memberId: member, accountId: account } = card;
  const disputed = await createTestHold(tenant, { card });
  const said = { id: disputed.recordId, reason: "duplicate", note: null } as const;
  const { id: dispute } = await openDispute(memberCaller(tenant, card), said);
  const { id: event } = await getPrisma().event.findFirstOrThrow({ where: { authorizationId: hold } });
  const ownSubscription = (await subscribeMerchant(merchant)).row.id;
  await createTestMerchantHold(merchant);
  const { id: ownDelivery, eventId: ownEvent } = await getPrisma().webhookDelivery.findFirstOrThrow({
    where: { subscriptionId: ownSubscription },
  });
  return {
    issued,
    holder,
    purse,
    funding,
    memberPayout,
    panToken,
    member,
    account,
    merchantKey,
    merchant: merchant.id,
    subscription,
    delivery,
    event,
    ownSubscription,
    ownDelivery,
    ownEvent,
    report,
    logged,
    dispute,
    refund,
    balance,
    batch,
    payout,
    reference,
    card: kept.id,
    hold,
    number,
    merchantHold,
    transaction,
    code,
    pin,
    memberCode,
    memberCodeId,
    request,
    agreement,
    chargeRequest,
  };
}

export async function createRestWorld() {
  const owner = await createCaller();
  const colleague: TestCaller = { tenant: owner.tenant, merchant: await createTestMerchant(owner.tenant, REVERSING) };
  return {
    owner,
    records: await createOwnersRecords(owner),
    colleague,
    stranger: await createCaller(),
    otherEnvironment: await createCaller(owner.tenant, "live"),
  };
}
