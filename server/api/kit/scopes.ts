import type { MerchantScope } from "@/server/contracts/choices";
import type { MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";

/**
 * What a merchant's key needs for each operation of its surface. `sale` takes money and lets go of what it holds, `refund`
 * gives money back, `read` looks, `manage` ends what the merchant has with others.
 */
export const SCOPE_OF_OPERATION: Readonly<Record<string, MerchantScope>> = {
  validatePaymentCode: "sale",
  sellPaymentCode: "sale",
  chargePaymentCode: "sale",
  authorizeTransaction: "sale",
  incrementTransaction: "sale",
  captureTransaction: "sale",
  voidTransaction: "sale",
  sellTransaction: "sale",
  refundTransaction: "refund",
  reverseTransaction: "refund",
  getTransaction: "read",
  listTransactions: "read",
  listMerchantRefunds: "read",
  listSettlements: "read",
  listMerchantLines: "read",
  listMerchantPayouts: "read",
  getMerchantBalances: "read",
  listMerchantEntries: "read",
  authorizeRecurring: "sale",
  chargeRecurring: "sale",
  getRecurring: "read",
  revokeRecurring: "manage",
  listRecurring: "read",
  preflightRecurring: "read",
  getChargeRequest: "read",
  createOwnWebhookSubscription: "manage",
  listOwnWebhookSubscriptions: "read",
  getOwnWebhookSubscription: "read",
  updateOwnWebhookSubscription: "manage",
  deleteOwnWebhookSubscription: "manage",
  rotateOwnWebhookSecret: "manage",
  makeOwnNextWebhookSecret: "manage",
  listOwnWebhookDeliveries: "read",
};

/** Throws `insufficient_scope`, and for an operation without a row a fault of ours. */
export function requireScope({ scopes }: MerchantCaller, operation: string): void {
  const scope = SCOPE_OF_OPERATION[operation];
  if (!scope) throw new Error(`${operation} has no scope`);
  if (scopes?.includes(scope)) return;
  throw new DomainError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}
