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
  /** What is said may be written down, as far as it isn't secret. */
  readonly keepsBodies: boolean;
}

interface Counted {
  readonly as: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly result: Promise<void>;
}

/** A request on its way through the kit. `headers` collects what the answer will carry, also if it is an error. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly connection: Connection;
  readonly requestId: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  /** Set by the gate: what no one has proved to be theirs is no one's in the log. */
  owner: Owner | null;
  /** As it was sent; null until it is read. */
  body: string | null;
  /** A body can be read only once: who passes the gate again gets what came of it then, a refusal included. */
  reading: Promise<string> | null;
  /** As which a request was counted; who passes the gate again is not counted again. */
  counted: Counted | null;
  /** Whether the gate may take the caller's key as it was for an earlier request. */
  mayRecall: boolean;
  /** Set by the gate: what the request rests on. */
  standing: CallerStanding | null;
  /** Set by the endpoint where the answer is a decline. */
  declineCode: string | null;
  /** Set by the endpoint where money was held or moved without an Idempotency-Key. */
  isKeyless: boolean;
}
