import type { Environment } from "@/server/domain/caller";
import type { CallerStanding } from "@/server/domain/remembered-keys";
import type { Connection } from "@/server/platform/connection";
import type { RecordId } from "@/server/platform/ids";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { ApiRequest } from "./request";

/** Whose request it is, once that is known. */
export interface Owner {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  /** `pk_…` or `mk_…`, without a secret. */
  readonly keyId: string;
  /** Names the key where even its public part is not to stand: in the service's own log. */
  readonly keyRecordId: RecordId;
  readonly merchantId: MerchantId | null;
  /** Bodies may be kept, with secrets redacted. */
  readonly keepsBodies: boolean;
}

interface Counted {
  readonly as: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly result: Promise<void>;
}

/** A request on its way through the kit. `headers` collects the headers of the answer, also of an error. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly connection: Connection;
  readonly requestId: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  /** Set by the gate. Null keeps the request out of every tenant's log. */
  owner: Owner | null;
  /** As it was sent; null until it is read. */
  body: string | null;
  /** A body can be read only once: a second pass of the gate gets the first outcome, a refusal included. */
  reading: Promise<string> | null;
  /** The bucket in which the request was counted; a second pass of the gate is not counted again. */
  counted: Counted | null;
  /** Whether the gate may take the caller's key as it was for an earlier request. */
  mayRecall: boolean;
  /** Set by the gate: the version of the tenant that the request rests on. */
  standing: CallerStanding | null;
  /** Set by the endpoint where the answer is a decline. */
  declineCode: string | null;
  /** Set by the endpoint where money was held or moved without an Idempotency-Key. */
  isKeyless: boolean;
}
