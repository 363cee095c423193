import assert from "node:assert/strict";
import type { z } from "zod";
import { chargePaymentCode, sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { settle } from "@/server/contracts/rest/sandbox";
import { authorizeTransaction, getTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { call } from "../clients/api-client";
import { createTestCard, type TestCard } from "./cards";
import type { TestMerchant } from "./merchants";
import type { TestTenant } from "./tenants";

type SaleBody = z.input<typeof sellTransaction.body.schema>;
type ChargeBody = z.input<typeof chargePaymentCode.body.schema>;

export interface TestSale {
  readonly card: TestCard;
  readonly transactionId: string;
  readonly authorizationId: string;
  readonly amount: number;
}

/** An approved sale over HTTP; by default 60.00 on a card with 1,000.00. */
export async function createTestSale(
  merchant: TestMerchant,
  { card, amount = 60, ...fields }: Partial<Omit<SaleBody, "paymentMethod">> & { readonly card?: TestCard } = {},
): Promise<TestSale> {
  const used = card ?? (await createTestCard(merchant.tenant));
  const { body } = await call(merchant, sellTransaction, { body: { amount, paymentMethod: used.panToken, ...fields } });
  const { transactionId, authorizationId } = body;
  if (!transactionId || !authorizationId) throw new Error(`the sale was declined: ${JSON.stringify(body)}`);
  return { card: used, transactionId, authorizationId, amount };
}

/** An approved hold over HTTP; by default 60.00 on a card with 1,000.00. */
export async function createTestMerchantHold(
  merchant: TestMerchant,
  { card, amount = 60, ...fields }: Partial<Omit<SaleBody, "paymentMethod">> & { readonly card?: TestCard } = {},
): Promise<Omit<TestSale, "transactionId">> {
  const used = card ?? (await createTestCard(merchant.tenant));
  const options = { body: { amount, paymentMethod: used.panToken, ...fields } };
  const { body } = await call(merchant, authorizeTransaction, options);
  if (!body.approved || !body.authorizationId) throw new Error(`the hold was declined: ${JSON.stringify(body)}`);
  return { card: used, authorizationId: body.authorizationId, amount };
}

async function outcomeAt(
  operation: typeof sellPaymentCode | typeof chargePaymentCode,
  merchant: TestMerchant,
  { paymentCode, ...fields }: Partial<ChargeBody> & Pick<ChargeBody, "paymentCode">,
): Promise<string> {
  const { status, body } = await call(merchant, operation, { body: { paymentCode, amount: 10, ...fields } });
  assert.equal(status, 200);
  assert.equal(body.approved, body.reasonCode === null);
  return body.reasonCode ?? "approved";
}

export async function sellOn(
  merchant: TestMerchant,
  code: { readonly code: string; readonly pin?: string },
  fields: Partial<ChargeBody> = {},
): Promise<string> {
  return outcomeAt(sellPaymentCode, merchant, { paymentCode: code.code, pin: code.pin, ...fields });
}

export async function chargeOn(
  merchant: TestMerchant,
  code: { readonly code: string; readonly pin?: string },
  fields: Partial<ChargeBody> = {},
): Promise<string> {
  return outcomeAt(chargePaymentCode, merchant, { paymentCode: code.code, pin: code.pin, ...fields });
}

export async function countOutcomes(outcomes: readonly Promise<string>[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export async function readTransaction(
  merchant: TestMerchant,
  body: z.input<typeof getTransaction.body.schema>,
): Promise<z.output<(typeof getTransaction.responses)[200]["schema"]>> {
  return (await call(merchant, getTransaction, { body })).body;
}

export async function settleNow(tenant: TestTenant, merchant?: Pick<TestMerchant, "id">) {
  return (await call(tenant, settle, { body: merchant ? { merchant: merchant.id } : {} })).body;
}
