import type { RecordId } from "@/server/platform/ids";

export type Environment = "live" | "test";

/** What every caller brings: the environment it may see, the time of its request, and the id that names the request. */
interface CallerBase {
  readonly environment: Environment;
  readonly now: Date;
  readonly requestId: string;
}

/** A tenant on /v1, known by its API key. */
export interface TenantCaller extends CallerBase {
  readonly kind: "tenant";
  readonly tenantId: RecordId;
  readonly isTenantSuspended: boolean;
  readonly apiKeyId: RecordId;
}

/** A merchant on /merchant/v1, known by its key. It sees and moves what is its own. */
export interface MerchantCaller extends CallerBase {
  readonly kind: "merchant";
  readonly merchantId: RecordId;
  readonly merchantKeyId: RecordId;
  readonly tenantId: RecordId;
  readonly isTenantSuspended: boolean;
}

/** Whoever takes payments: a tenant for any of its merchants, or one of them for itself. */
export type AcquirerCaller = TenantCaller | MerchantCaller;

/** A member, who pays: in the portal, or played by a developer in the sandbox. */
export interface MemberCaller extends CallerBase {
  readonly kind: "member";
  readonly memberId: RecordId;
  /** The tenant that issues to it. */
  readonly tenantId: RecordId;
}

/** Somebody signed in to the portal, before it is said in which of their roles they act. */
export interface UserCaller {
  readonly kind: "user";
  readonly userId: RecordId;
  readonly sessionId: RecordId;
  readonly now: Date;
  readonly requestId: string;
}

/** The network itself: seeds, sweeps and operators' work. */
export interface NetworkCaller extends CallerBase {
  readonly kind: "network";
}
