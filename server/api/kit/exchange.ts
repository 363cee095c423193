import type { Environment } from "@/server/domain/caller";
import type { CallerStanding } from "@/server/domain/remembered-keys";
import type { Connection } from "@/server/platform/connection";
import type { RecordId } from "@/server/platform/ids";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { ApiRequest } from "./request";

export interface Owner {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly keyId: string;
  /** Identifies the key in the service's own log, which must not contain even its public part. */
  readonly keyRecordId: RecordId;
  readonly merchantId: MerchantId | null;
  /** Whether bodies may be logged, with secrets redacted. */
  readonly keepsBodies: boolean;
}

interface Counted {
  readonly as: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly result: Promise<void>;
}

/** Per-request state of the kit. `headers` collects response headers, for errors as well. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly connection: Connection;
  readonly requestId: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  /** Set by the gate. Null keeps the request out of tenants' logs. */
  owner: Owner | null;
  body: string | null;
  /** The stream can be read only once, so a second pass of the gate reuses this result, even a rejection. */
  reading: Promise<string> | null;
  /** The bucket that counted this request; a second pass of the gate isn't counted again. */
  counted: Counted | null;
  /** Whether the gate may use a cached key. */
  mayRecall: boolean;
  /** Set by the gate: the tenant's version that this request relies on. */
  standing: CallerStanding | null;
  declineCode: string | null;
  isKeyless: boolean;
}
