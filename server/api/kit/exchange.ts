import type { Environment } from "@/server/domain/caller";
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

/** Per-request state of the kit. `headers` collects response headers, for errors as well. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly connection: Connection;
  readonly requestId: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  /** Set by the gate. Null keeps the request out of tenants' logs. */
  owner: Owner | null;
  /** Once read, also for the next pass: the stream can be read only once. */
  body: string | null;
  /** Whether the rate limit has counted this request, which it does once however many passes it takes. */
  isCounted: boolean;
  declineCode: string | null;
  isKeyless: boolean;
}
