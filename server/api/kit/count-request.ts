import type { Environment } from "@/server/domain/caller";
import type { ApiKey } from "@/server/domain/tenants";
import { consume, getLimiter } from "@/server/platform/limiters";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { limitExceeded } from "./limiters";

type Tier = ApiKey["rateLimitTier"];

/** Requests a second of a tenant in one environment. Counted over two seconds, so that a burst may be twice the rate. */
export const TIER_RATES: Readonly<Record<Tier, number | null>> = {
  sandbox: 25,
  standard: 100,
  plus: 500,
  network: null,
};
export const BURST_SECONDS = 2;
/** What one merchant may take of its tenant's requests, with all its keys: the others, and the tenant, keep the rest. */
const MERCHANT_SHARE = 0.5;

interface Bucket {
  readonly limiter: string;
  readonly name: string;
  readonly quota: number;
  readonly whose: string;
}

function bucketsOf(caller: CountedCaller, rate: number): [own: Bucket, ...others: Bucket[]] {
  const { tenantId, environment, rateLimitTier: tier, merchantId } = caller;
  const quota = rate * BURST_SECONDS;
  const tenant = { limiter: `tier-${tier}`, name: `${tenantId}:${environment}`, quota, whose: "This tenant" };
  if (merchantId === null) return [tenant];
  const share = { limiter: `share-${tier}`, name: merchantId, quota: Math.floor(quota * MERCHANT_SHARE) };
  return [{ ...share, whose: "This merchant" }, tenant];
}

export interface CountedCaller {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly rateLimitTier: Tier;
  /** Null: the tenant itself calls. */
  readonly merchantId: MerchantId | null;
}

/**
 * Counts a request, a repeat like a first one, against the tier of its tenant and environment, whichever key it came
 * with, and a merchant's against its share first: what is refused there is not taken from the tenant. Adds the headers of
 * the narrowest budget to `headers` also when it throws `rate_limit_exceeded`.
 */
export async function countRequest(caller: CountedCaller, headers: Record<string, string>): Promise<void> {
  const { rateLimitTier: tier } = caller;
  const rate = TIER_RATES[tier];
  if (rate === null) return;
  const buckets = bucketsOf(caller, rate);
  headers["ratelimit-policy"] = `"${tier}";q=${buckets[0].quota};w=${BURST_SECONDS}`;
  let left = Number.POSITIVE_INFINITY;
  for (const { limiter, name, quota, whose } of buckets) {
    const { isOver, remainingPoints, msBeforeNext } = await consume(getLimiter(limiter, quota, BURST_SECONDS), name);
    const waitSeconds = Math.max(isOver ? 1 : 0, Math.ceil(msBeforeNext / 1000));
    if (isOver || remainingPoints < left) headers.ratelimit = `"${tier}";r=${remainingPoints};t=${waitSeconds}`;
    if (isOver) throw limitExceeded(msBeforeNext, `${whose} may make ${quota / BURST_SECONDS} requests a second.`);
    left = remainingPoints;
  }
}
