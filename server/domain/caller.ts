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

/** The network itself: seeds, sweeps and operators' work. */
export interface NetworkCaller extends CallerBase {
  readonly kind: "network";
}
