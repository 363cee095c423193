import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { clientAddress } from "@/server/platform/connection";
import { authenticate, toCaller } from "./authenticate";
import { authenticateMerchant, toMerchantCaller } from "./authenticate-merchant";
import { countRequest } from "./count-request";
import type { Exchange } from "./exchange";

import { readBody } from "./read-body";
import { checkSignature } from "./signature";

/** Who comes in, with the body as it was sent. */
export interface Admitted<Caller> {
  readonly caller: Caller;
  readonly body: string;
}

/** Contract 5.1: authenticate → rate limit → read → signature. */
export async function admitTenant(exchange: Exchange, at: Date): Promise<Admitted<ApiKeyCaller>> {
  const { request, connection, requestId, headers } = exchange;
  const authenticated = await authenticate(request, clientAddress(request.header("x-forwarded-for"), connection));
  const { id, tenantId, environment, publicKey } = authenticated.key;
  exchange.owner = { tenantId, environment, keyId: publicKey, keyRecordId: id, merchantId: null };
  await countRequest({ ...authenticated.key, merchantId: null }, headers);
  const body = await readBody(request);
  checkSignature(request, body, authenticated, at);
  return { caller: await toCaller(authenticated, at, requestId), body };
}

/** Contract 5.2: authenticate → rate limit (a share of the tenant's tier) → read. */
export async function admitMerchant(exchange: Exchange, at: Date): Promise<Admitted<MerchantCaller>> {
  const { request, connection, requestId, headers } = exchange;
  const key = await authenticateMerchant(request, clientAddress(request.header("x-forwarded-for"), connection));
  const { id, tenantId, environment, keyId, merchantId } = key;
  exchange.owner = { tenantId, environment, keyId, keyRecordId: id, merchantId };
  await countRequest(key, headers);
  const body = await readBody(request);
  return { caller: await toMerchantCaller(key, at, requestId), body };
}
