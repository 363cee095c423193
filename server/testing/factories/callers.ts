import type { ApiKeyCaller, Environment, MemberCaller, NetworkCaller, StaffCaller } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";

export function networkCaller(environment: Environment = "test"): NetworkCaller {
  return { kind: "network", environment, now: now(), requestId: newRecordId(now()) };
}

export function tenantCaller(tenant: {
  readonly id: TenantId;
  readonly environment: Environment;
  readonly apiKeyId: RecordId;
}): ApiKeyCaller {
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

export function staffCaller(tenant: { readonly id: TenantId; readonly environment: Environment }): StaffCaller {
  return {
    kind: "staff",
    tenantId: tenant.id,
    isTenantSuspended: false,
    userId: newRecordId(now()),
    email: "viewer@tenant.test",
    role: "viewer",
    timeZone: "UTC",
    environment: tenant.environment,
    now: now(),
    requestId: newRecordId(now()),
  };
}

export function memberCaller(
  tenant: { readonly id: TenantId; readonly environment: Environment },
  { memberId }: { readonly memberId: MemberId },
): MemberCaller {
  const { id: tenantId, environment } = tenant;
  return { kind: "member", memberId, tenantId, environment, now: now(), requestId: newRecordId(now()) };
}
