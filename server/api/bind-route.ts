import { currentConnection } from "@/server/platform/connection";
import { answerWeb } from "./hosts/web";
import { Routes } from "./kit/dispatch";
import type { Endpoint } from "./kit/endpoint";

type Handler = (request: Request) => Promise<Response>;

/** The methods that Next hands to a route. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Next's handlers for the endpoints of one URL. All methods are bound, so that Next answers none by itself and both
 * hosts give the same answers. What Next does not pass on, `watchRequests` has noted where there is a socket to be seen;
 * elsewhere limits by address need TRUSTED_PROXY_HOPS.
 */
export function bindRoute(...endpoints: readonly Endpoint[]): Readonly<Record<(typeof METHODS)[number], Handler>> {
  const routes = new Routes(endpoints);
  const handler: Handler = (request) => answerWeb(routes, request, currentConnection());
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Record<(typeof METHODS)[number], Handler>;
}
