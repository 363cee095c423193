import { getPrisma } from "@/server/db/prisma";
import type { Environment } from "@/server/domain/caller";
import { createMerchant } from "@/server/domain/merchants";
import { createApiKey } from "@/server/domain/tenants";
import { now } from "@/server/platform/clock";
import { hashSecret } from "@/server/platform/crypto";
import { networkCaller } from "./callers";
import type { TestTenant } from "./tenants";

/** Another key of the tenant; in another environment, with its own default merchant. */
export async function createTestKey(
  tenant: TestTenant,
  {
    environment = tenant.environment,
    ...terms
  }: { readonly environment?: Environment } & Omit<Parameters<typeof createApiKey>[1], "tenantId" | "shared"> = {},
): Promise<TestTenant> {
  const caller = networkCaller(environment);
  const { id, publicKey, secret } = await createApiKey(caller, { tenantId: tenant.id, ...terms });
  if (environment === tenant.environment) return { ...tenant, apiKeyId: id, publicKey, secret };
  const merchant = await createMerchant(caller, { tenantId: tenant.id, name: "Test Merchant", mcc: "5814" });
  return { ...tenant, environment, apiKeyId: id, publicKey, secret, merchantId: merchant.id };
}

export async function revokeTestKey(tenant: TestTenant): Promise<void> {
  await getPrisma().apiKey.update({ where: { id: tenant.apiKeyId }, data: { revokedAt: now() } });
}

export async function rotateTestSecret(tenant: TestTenant, secret: string): Promise<TestTenant> {
  const data = { secretHash: await hashSecret(secret, "key", "test"), secretLast4: secret.slice(-4) };
  await getPrisma().apiKey.update({ where: { id: tenant.apiKeyId }, data });
  return { ...tenant, secret };
}

export async function suspendTestTenant(tenant: TestTenant): Promise<void> {
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "suspended" } });
}
