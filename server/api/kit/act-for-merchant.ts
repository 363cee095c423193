import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { requireOwnMerchant } from "@/server/domain/merchants";
import type { Exchange } from "./exchange";

export const MERCHANT_HEADER = "X-Merchant";

export function namesMerchant({ request }: Exchange): boolean {
  return request.header(MERCHANT_HEADER.toLowerCase()) !== null;
}

/**
 * The tenant's key in place of the key of the merchant that X-Merchant names. Counts against the tenant's rate alone, and is in the
 * request log with that merchant. Throws `invalid_reference`, also for a merchant of another tenant or environment.
 */
export async function actForMerchant(caller: ApiKeyCaller, exchange: Exchange): Promise<MerchantCaller> {
  const named = exchange.request.header(MERCHANT_HEADER.toLowerCase()) ?? "";
  const merchantId = await requireOwnMerchant(caller, named, MERCHANT_HEADER);
  if (exchange.owner) exchange.owner = { ...exchange.owner, merchantId };
  const { apiKeyId: id, scopes: _, ...asSent } = caller;
  return { ...asSent, kind: "merchant", merchantId, key: { kind: "api_key", id } };
}
