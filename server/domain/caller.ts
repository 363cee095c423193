import type { RecordId } from "@/server/platform/ids";
import type { MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { CallerStanding } from "./remembered-keys";

export type Environment = "live" | "test";

/** What every caller brings: the environment it may see, the time of its request, and the id that names the request. */
interface CallerBase {
  readonly environment: Environment;
  /** By the clock of the caller's tenant: in the test environment it may be ahead of real time. */
  readonly now: Date;
  /** By how much. None: not at all. */
  readonly aheadMs?: number | undefined;
  readonly requestId: string;
  /** What a request of either API rests on. None: nothing that has to be asked about again. */
  readonly standing?: CallerStanding | undefined;
}

/** A tenant on /v1, known by its API key. */
export interface ApiKeyCaller extends CallerBase {
  readonly kind: "tenant";
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
  readonly apiKeyId: RecordId;
  /** What its key may do. None: the work goes on for the tenant without a request of its own. */
  readonly scopes?: readonly string[];
}

/** What someone may be at a tenant, from everything to looking on. */
export type TenantRole = "owner" | "admin" | "developer" | "viewer";

/** Someone at a tenant, in the portal. What the role allows: `authority.ts`. */
export interface StaffCaller extends CallerBase {
  readonly kind: "staff";
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
  readonly userId: RecordId;
  readonly email: string;
  readonly role: TenantRole;
  /** The tenant's: in it days are counted. */
  readonly timeZone: string;
}

/** A tenant: a program of its own by an API key, or one of its people in the portal. */
export type TenantCaller = ApiKeyCaller | StaffCaller;

/** A merchant on /merchant/v1, known by its key. It sees and moves what is its own. */
export interface MerchantCaller extends CallerBase {
  readonly kind: "merchant";
  readonly merchantId: MerchantId;
  readonly merchantKeyId: RecordId;
  /** What its key may do. None: the work goes on for the merchant without a request of its own. */
  readonly scopes?: readonly string[];
  readonly tenantId: TenantId;
  readonly isTenantSuspended: boolean;
}

/** The side that takes payments: a tenant for any of its merchants, or a merchant for itself. */
export type AcquirerCaller = TenantCaller | MerchantCaller;

/** A member, who pays: in the portal, or played by a developer in the sandbox. */
export interface MemberCaller extends CallerBase {
  readonly kind: "member";
  readonly memberId: MemberId;
  /** The tenant that issues to it. */
  readonly tenantId: TenantId;
}

/** Someone signed in to the portal, before it is said in which of their roles they act. */
export interface UserCaller {
  readonly kind: "user";
  readonly userId: RecordId;
  readonly sessionId: RecordId;
  readonly email: string;
  readonly now: Date;
  readonly requestId: string;
  /** What a request of either API rests on. None: nothing that has to be asked about again. */
  readonly standing?: CallerStanding | undefined;
}

/** An operator of the network in the portal. */
export interface OperatorCaller extends CallerBase {
  readonly kind: "operator";
  readonly userId: RecordId;
  readonly email: string;
  /** A publicly known login: it looks at everything and changes nothing that others stand on. */
  readonly isShared: boolean;
}

/** The network itself: seeds, sweeps, what runs on a schedule. */
export interface NetworkCaller extends CallerBase {
  readonly kind: "network";
}
