import { getPrisma } from "@/server/db/prisma";
import { createMerchant, createMerchantKey } from "@/server/domain/merchants";
import { now } from "@/server/platform/clock";
import type { MerchantId } from "@/server/platform/noun-ids";
import { networkCaller } from "./callers";
import type { TestTenant } from "./tenants";

export interface TestMerchant {
  readonly id: MerchantId;
  readonly tenant: TestTenant;
  readonly key: string;
}

export async function createTestMerchant(
  tenant: TestTenant,
  options: {
    readonly mcc?: string;
    readonly isSameDayReversalEnabled?: boolean;
    readonly timeZone?: string;
    readonly status?: "active" | "suspended";
  } = {},
): Promise<TestMerchant> {
  const { mcc = "5814", isSameDayReversalEnabled = false, status = "active", timeZone } = options;
  const caller = networkCaller(tenant.environment);
  const { id } = await createMerchant(caller, {
    tenantId: tenant.id,
    name: "Test Shop",
    mcc,
    settings: { isSameDayReversalEnabled },
  });
  if (timeZone) await getPrisma().merchant.update({ where: { id }, data: { timeZone } });
  if (status === "suspended") await suspendTestMerchant({ id });
  return createTestMerchantKey({ id, tenant });
}

export async function createTestMerchantKey({ id, tenant }: Omit<TestMerchant, "key">): Promise<TestMerchant> {
  const { key } = await createMerchantKey(networkCaller(tenant.environment), { merchantId: id });
  return { id, tenant, key };
}

/** The part of a key that identifies it: everything before the last underscore. */
export function keyIdOf({ key }: Pick<TestMerchant, "key">): string {
  return key.slice(0, key.lastIndexOf("_"));
}

export async function revokeTestMerchantKey(merchant: TestMerchant): Promise<void> {
  await getPrisma().merchantKey.update({ where: { keyId: keyIdOf(merchant) }, data: { revokedAt: now() } });
}

export async function suspendTestMerchant({ id }: Pick<TestMerchant, "id">): Promise<void> {
  await getPrisma().merchant.update({ where: { id }, data: { status: "suspended" } });
}
