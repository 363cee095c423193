import type { Environment, NetworkCaller, TenantCaller } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { TestTenant } from "./tenants";

export function networkCaller(environment: Environment = "test"): NetworkCaller {
  return { kind: "network", environment, now: now(), requestId: newRecordId(now()) };
}

/** A tenant's caller for use cases that are tested below the HTTP kit. */
export function tenantCaller(tenant: TestTenant): TenantCaller {
  return {
    kind: "tenant",
    tenantId: tenant.id,
    isTenantSuspended: false,
    apiKeyId: tenant.apiKeyId,
    environment: tenant.environment,
    now: now(),
    requestId: newRecordId(now()),
  };
}
