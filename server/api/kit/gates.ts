import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import type { MerchantKey } from "@/server/domain/merchants";
import { clientAddress } from "@/server/platform/connection";
import { authenticate, toCaller } from "./authenticate";
import { authenticateMerchant, toMerchantCaller } from "./authenticate-merchant";
import { type CountedCaller, countRequest } from "./count-request";
import type { Exchange } from "./exchange";

import { readBody } from "./read-body";
import { checkSignature } from "./signature";

/** Who comes in, with the body as it was sent. */
export interface Admitted<Caller> {
  readonly caller: Caller;
  readonly body: string;
}

/** Bodies of test requests are kept, of live ones where the tenant has said so. */
function keeps({ environment, keepsLiveBodies }: Pick<MerchantKey, "environment" | "keepsLiveBodies">): boolean {
  return environment === "test" || keepsLiveBodies;
}

async function readOnce(exchange: Exchange): Promise<string> {
  exchange.reading ??= readBody(exchange.request);
  exchange.body = await exchange.reading;
  return exchange.body;
}

async function countOnce(exchange: Exchange, caller: CountedCaller): Promise<void> {
  const as = [caller.tenantId, caller.merchantId, caller.environment, caller.rateLimitTier].join(" ");
  if (exchange.counted?.as !== as) {
    const headers = {};
    exchange.counted = { as, headers, result: countRequest(caller, headers) };
  }
  const { result, headers } = exchange.counted;
  try {
    await result;
  } finally {
    Object.assign(exchange.headers, headers);
  }
}

/** Contract 5.1: authenticate → rate limit → read → signature. */
export async function admitTenant(exchange: Exchange, at: Date): Promise<Admitted<ApiKeyCaller>> {
  const { request, connection, requestId } = exchange;
  const address = clientAddress(request.header("x-forwarded-for"), connection);
  const authenticated = await authenticate(request, address, exchange.mayRecall);
  exchange.rememberedKey = authenticated.rememberedKey;
  const { id, tenantId, environment, publicKey } = authenticated.key;
  exchange.owner = {
    tenantId,
    environment,
    keyId: publicKey,
    keyRecordId: id,
    merchantId: null,
    keepsBodies: keeps(authenticated.key),
  };
  await countOnce(exchange, { merchantId: null, ...authenticated.key });
  const body = await readOnce(exchange);
  checkSignature(request, body, authenticated, at);
  return { caller: await toCaller(authenticated, at, requestId), body };
}

/** Contract 5.2: authenticate → rate limit (a share of the tenant's tier) → read. */
export async function admitMerchant(exchange: Exchange, at: Date): Promise<Admitted<MerchantCaller>> {
  const { request, connection, requestId } = exchange;
  const address = clientAddress(request.header("x-forwarded-for"), connection);
  const { key, rememberedKey } = await authenticateMerchant(request, address, exchange.mayRecall);
  exchange.rememberedKey = rememberedKey;
  const { id, tenantId, environment, keyId, merchantId } = key;
  exchange.owner = { tenantId, environment, keyId, keyRecordId: id, merchantId, keepsBodies: keeps(key) };
  await countOnce(exchange, key);
  const body = await readOnce(exchange);
  return { caller: await toMerchantCaller({ key, rememberedKey }, at, requestId), body };
}
