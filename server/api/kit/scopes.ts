import type { MerchantScope } from "@/server/contracts/keys/merchant-scopes";
import type { TenantResource, TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { OperationContract, TAGS } from "@/server/contracts/rest/operation";
import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
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

type Tag = keyof typeof TAGS;

/**
 * What a tenant's key must be allowed to read for a GET of a group of operations, and to write for any other. Null: any key
 * may. `money` is what belongs to someone: settlement, balances, fundings, and where payouts go.
 */
const RESOURCE_OF_TAG: Readonly<Partial<Record<Tag, TenantResource | null>>> = {
  Authorizations: "payments",
  "Captures and refunds": "payments",
  "Payment codes": "payments",
  Settlement: "money",
  Balances: "money",
  Reports: "money",
  Merchants: "merchants",
  Members: "members",
  Cards: "members",
  Webhooks: "webhooks",
  Sandbox: "sandbox",
  Tenant: null,
};

/** Operations that differ from their group. */
const SCOPES_OF_TENANT_OPERATION: Readonly<Record<string, readonly TenantScope[]>> = {
  createReport: ["money:read"],
  createFunding: ["money:write"],
  listFundings: ["money:read"],
  getFunding: ["money:read"],
  setPayoutAccount: ["money:write"],
  // The merchant's key sells and refunds, which its maker must be allowed to do.
  createMerchantKey: ["merchants:write", "payments:write"],
};

type Operation = Pick<OperationContract, "id" | "method" | "tag">;

/** All that a key needs. None: any key may. For a group without a row a fault of ours. */
export function tenantScopesOf({ id, method, tag }: Operation): readonly TenantScope[] {
  const own = SCOPES_OF_TENANT_OPERATION[id];
  if (own) return own;
  const resource = RESOURCE_OF_TAG[tag];
  if (resource === undefined) throw new Error(`${tag} has no resource`);
  return resource === null ? [] : [`${resource}:${method === "GET" ? "read" : "write"}`];
}

/** Throws `insufficient_scope`. */
export function requireTenantScope({ scopes }: ApiKeyCaller, operation: Operation): void {
  const scope = tenantScopesOf(operation).find((needed) => !scopes?.includes(needed));
  if (!scope) return;
  throw new DomainError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}
