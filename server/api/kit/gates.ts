import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import type { MerchantKey } from "@/server/domain/merchants";
import { clientAddress } from "@/server/platform/connection";
import { authenticate, recallAuthenticated, toCaller } from "./authenticate";
import { authenticateMerchant, recallAuthenticatedMerchant, toMerchantCaller } from "./authenticate-merchant";
import { type CountedCaller, countRequest } from "./count-request";
import type { Exchange, Owner } from "./exchange";

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

type Tier = Pick<CountedCaller, "rateLimitTier">;

/**
 * Says whose request it is and counts it. A caller who is known from memory and over the rate is refused before anything is
 * looked up.
 */
async function identify<Known extends { readonly key: Tier }>(
  exchange: Exchange,
  known: Known | null,
  ownerOf: (known: Known) => Owner,
  check: (address: string | null) => Promise<Known>,
): Promise<Known> {
  const { request, connection } = exchange;
  const count = (caller: Known): Promise<void> => {
    const owner = ownerOf(caller);
    exchange.owner = owner;
    const { tenantId, environment, merchantId } = owner;
    return countOnce(exchange, { tenantId, environment, merchantId, rateLimitTier: caller.key.rateLimitTier });
  };
  if (known) {
    await count(known);
    if (exchange.mayRecall) return known;
  }
  exchange.owner = null;
  const address = clientAddress(request.header("x-forwarded-for"), connection);
  const checked = await check(address);
  await count(checked);
  return checked;
}

/** Contract 5.1: authenticate → rate limit → read → signature. */
export async function admitTenant(exchange: Exchange, at: Date): Promise<Admitted<ApiKeyCaller>> {
  const { request, requestId } = exchange;
  const authenticated = await identify(
    exchange,
    recallAuthenticated(request),
    ({ key }) => ({
      tenantId: key.tenantId,
      environment: key.environment,
      keyId: key.publicKey,
      keyRecordId: key.id,
      merchantId: null,
      keepsBodies: keeps(key),
    }),
    (address) => authenticate(request, address),
  );
  exchange.standing = authenticated.standing;
  const body = await readOnce(exchange);
  checkSignature(request, body, authenticated, at);
  return { caller: await toCaller(authenticated, at, requestId), body };
}

/** Contract 5.2: authenticate → rate limit (a share of the tenant's tier) → read. */
export async function admitMerchant(exchange: Exchange, at: Date): Promise<Admitted<MerchantCaller>> {
  const { request, requestId } = exchange;
  const authenticated = await identify(
    exchange,
    recallAuthenticatedMerchant(request),
    ({ key }) => ({
      tenantId: key.tenantId,
      environment: key.environment,
      keyId: key.keyId,
      keyRecordId: key.id,
      merchantId: key.merchantId,
      keepsBodies: keeps(key),
    }),
    (address) => authenticateMerchant(request, address),
  );
  exchange.standing = authenticated.standing;
  const body = await readOnce(exchange);
  return { caller: await toMerchantCaller(authenticated, at, requestId), body };
}
