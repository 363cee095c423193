import type { Connection } from "@/server/platform/connection";

/** A request on its way through the kit. `headers` collects what the answer will carry, also if it is an error. */
export interface Exchange {
  readonly request: Request;
  readonly connection: Connection;
  readonly requestId: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
}
