import type { z } from "zod";
import { settle } from "@/server/contracts/sandbox";
import { sellTransaction } from "@/server/contracts/transactions";
import { call } from "./api-client";
import { createTestCard, type TestCard } from "./cards";
import type { TestMerchant } from "./merchants";
import type { TestTenant } from "./tenants";

type SaleBody = z.input<typeof sellTransaction.body.schema>;

export interface TestSale {
  readonly card: TestCard;
  readonly transactionId: string;
  readonly authorizationId: string;
  readonly amount: number;
}

/** An approved sale of the merchant, made over HTTP, of 60.00 on a card with 1,000.00 unless told otherwise. */
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

/** Settles what is due of the tenant, or of one of its merchants. */
export async function settleNow(tenant: TestTenant, merchant?: Pick<TestMerchant, "id">) {
  return (await call(tenant, settle, { body: merchant ? { merchant: merchant.id } : {} })).body;
}
