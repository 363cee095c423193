import type { Standing } from "@/server/db/guarded";
import type { RecordId } from "@/server/platform/ids";
import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";

export { ChangedStandingError } from "@/server/db/guarded";

export type Environment = "live" | "test";

interface CallerBase {
  readonly environment: Environment;
  /** By the tenant's clock, which in the test environment may be ahead of real time. */
  readonly now: Date;
  /** How far `now` is ahead of real time. */
  readonly aheadMs?: number | undefined;
  readonly requestId: string;
  /** The tenant's standing that the request was authenticated with, checked again by its writes. */
  readonly standing?: Standing | undefined;
}

export interface ApiKeyCaller extends CallerBase {
  readonly kind: "tenant";
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
  readonly apiKeyId: RecordId;
  /** Undefined for work that goes on without a request. */
  readonly scopes?: readonly string[];
}

export type TenantRole = "owner" | "admin" | "developer" | "viewer";

/** A tenant's user in the portal. `authority.ts` says what each role may do. */
export interface StaffCaller extends CallerBase {
  readonly kind: "staff";
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
  readonly userId: RecordId;
  readonly email: string;
  readonly role: TenantRole;
  readonly timeZone: string;
}

export type TenantCaller = ApiKeyCaller | StaffCaller;

/** A merchant's key on /merchant/v1, or its tenant's key acting for it. It sees and moves only the merchant's own. */
export interface MerchantCaller extends CallerBase {
  readonly kind: "merchant";
  readonly merchantId: MerchantId;
  readonly key: { readonly kind: "merchant_key" | "api_key"; readonly id: RecordId };
  /** The scopes of a merchant's key. Undefined for a tenant's, and for work that goes on without a request. */
  readonly scopes?: readonly string[];
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
}

/** A tenant acts for any of its merchants, a merchant for itself. */
export type AcquirerCaller = TenantCaller | MerchantCaller;

/** A member in the portal, or a developer in the member's place in the sandbox. */
export interface MemberCaller extends CallerBase {
  readonly kind: "member";
  readonly memberId: MemberId;
  /** The issuing tenant. */
  readonly tenantId: TenantId;
}

/** A signed-in user who has not chosen a role yet. */
export interface UserCaller {
  readonly kind: "user";
  readonly userId: RecordId;
  readonly sessionId: RecordId;
  readonly email: string;
  readonly now: Date;
  readonly requestId: string;
  /** The tenant's standing that the request was authenticated with, checked again by its writes. */
  readonly standing?: Standing | undefined;
}

export interface OperatorCaller extends CallerBase {
  readonly kind: "operator";
  readonly userId: RecordId;
  readonly email: string;
  /** A publicly known login: it reads everything and changes nothing that others depend on. */
  readonly isShared: boolean;
}

/** A key of the network itself. It brings bank statements and reads reserves, and reaches nothing of a tenant. */
export interface NetworkKeyCaller extends CallerBase {
  readonly kind: "network_key";
  readonly keyId: RecordId;
}

/** Seeds, sweeps, and scheduled jobs. */
export interface NetworkCaller extends CallerBase {
  readonly kind: "network";
}
