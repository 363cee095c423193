import type { Environment } from "@/server/domain/caller";
import { createMerchant } from "@/server/domain/merchants";
import { createApiKey, createTenant } from "@/server/domain/tenants";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { networkCaller } from "./callers";

export interface TestTenant {
  readonly id: TenantId;
  readonly slug: string;
  readonly environment: Environment;
  readonly apiKeyId: RecordId;
  readonly publicKey: string;
  readonly secret: string;
  readonly merchantId: MerchantId;
}

/** A tenant with an API key and a default merchant; no rate limits by default. */
export async function createTestTenant(
  options: {
    readonly environment?: Environment;
    readonly rateLimitTier?: "sandbox" | "standard" | "plus" | "network";
    readonly requireSignature?: boolean;
    readonly mcc?: string;
  } = {},
): Promise<TestTenant> {
  const { environment = "test", rateLimitTier = "network", requireSignature = false, mcc = "5814" } = options;
  const caller = networkCaller(environment);
  const slug = `tenant-${newRecordId(now()).toLowerCase()}`;
  const { id } = await createTenant(caller, { slug, title: "Test Tenant", rateLimitTier });
  const key = await createApiKey(caller, { tenantId: id, requireSignature });
  const merchant = await createMerchant(caller, { tenantId: id, name: "Test Merchant", mcc });
  const { publicKey, secret } = key;
  return { id, slug, environment, apiKeyId: key.id, publicKey, secret, merchantId: merchant.id };
}
