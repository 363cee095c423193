import type { ApiKeyCaller, MemberCaller, MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import { isOwnMember } from "../members";
import { findMerchantKey } from "../merchants";
import { findApiKey } from "../tenants";
import { DEMO_MEMBER } from "../users";

/** What names the two keys, without their secrets: those that the docs print. No other key can ever have these names. */
const TENANT_KEY = "pk_test_closedloop_sandbox";
const MERCHANT_KEY = "mk_test_closedloop_cafe";

export interface DemoRequest {
  readonly now: Date;
  readonly requestId: string;
}

/** Who acts in the demo: the member who pays, the merchant who charges, and the tenant of both. */
export interface Demo {
  readonly member: MemberCaller;
  readonly merchant: MerchantCaller;
  readonly tenant: ApiKeyCaller;
}

/**
 * The sides of the demo, as the public keys of the sandbox let anyone play them; null where no one seeded it, or
 * where a part of it is gone. Never of the live environment.
 */
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

/** Throws `not_found` where there is no demo. */
export async function requireDemo(request: DemoRequest): Promise<Demo> {
  const demo = await findDemo(request);
  if (!demo) throw new DomainError("not_found", "There is no demo here: the public sandbox isn’t there.");
  return demo;
}
