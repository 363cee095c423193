import { answerWeb } from "./hosts/web";
import type { Endpoint } from "./kit/endpoint";
import { Routes } from "./kit/routes";

type Handler = (request: Request) => Promise<Response>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Next's handlers for the endpoints of one URL. All methods are bound, so that Next answers none by itself and both
 * hosts give the same answers. Next does not pass a handler the socket's address: behind it, limits by address need
 * TRUSTED_PROXY_HOPS.
 */
export function bindRoute(...endpoints: readonly Endpoint[]): Readonly<Record<(typeof METHODS)[number], Handler>> {
  const routes = new Routes(endpoints);
  const handler: Handler = (request) => answerWeb(routes, request, { remoteAddress: null });
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Record<(typeof METHODS)[number], Handler>;
}
