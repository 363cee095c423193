import type { ApiKeyCaller, MemberCaller, MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import { isOwnMember } from "../members";
import { findMerchantKey } from "../merchants";
import { findApiKey } from "../tenants";
import { DEMO_MEMBER } from "../users";

/** Public parts of the two keys that the docs print. No other key can have these names. */
const TENANT_KEY = "pk_test_closedloop_sandbox";
const MERCHANT_KEY = "mk_test_closedloop_cafe";

export interface DemoRequest {
  readonly now: Date;
  readonly requestId: string;
}

export interface Demo {
  readonly member: MemberCaller;
  readonly merchant: MerchantCaller;
  readonly tenant: ApiKeyCaller;
}

/** The demo's sides, as the sandbox's public keys let anyone act; null if it was not seeded, or a part is gone. Test only. */
export async function findDemo(request: DemoRequest): Promise<Demo | null> {
  const [key, till] = await Promise.all([findApiKey(TENANT_KEY), findMerchantKey(MERCHANT_KEY)]);
  if (!key || !till || key.revokedAt || till.revokedAt || till.tenantId !== key.tenantId) return null;
  if (key.environment !== "test" || till.environment !== "test" || key.tenantStatus === "suspended") return null;
  const shared = { ...request, environment: "test", tenantId: key.tenantId, isTenantSuspended: false } as const;
  const tenant: ApiKeyCaller = { ...shared, kind: "tenant", apiKeyId: key.id };
  if (!(await isOwnMember(tenant, DEMO_MEMBER))) return null;
  const { tenantId, environment } = shared;
  return {
    member: { ...request, kind: "member", memberId: DEMO_MEMBER, tenantId, environment },
    merchant: { ...shared, kind: "merchant", merchantId: till.merchantId, merchantKeyId: till.id },
    tenant,
  };
}

/** Throws `not_found` if there is no demo. */
export async function requireDemo(request: DemoRequest): Promise<Demo> {
  const demo = await findDemo(request);
  if (!demo) throw new DomainError("not_found", "There is no demo here: the public sandbox isn’t there.");
  return demo;
}
