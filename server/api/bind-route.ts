import { currentConnection } from "@/server/platform/connection";
import { answerWeb } from "./hosts/web";
import { Routes } from "./kit/dispatch";
import type { Endpoint } from "./kit/endpoint";

type Handler = (request: Request) => Promise<Response>;

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Next handlers for the endpoints of one URL. Every method is bound, so that Next never answers one itself and both hosts
 * agree. Proxy headers that Next strips are noted by `watchRequests`; without its socket, limits by address need
 * TRUSTED_PROXY_HOPS.
 */
export function bindRoute(...endpoints: readonly Endpoint[]): Readonly<Record<(typeof METHODS)[number], Handler>> {
  const routes = new Routes(endpoints);
  const handler: Handler = (request) => answerWeb(routes, request, currentConnection());
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Record<(typeof METHODS)[number], Handler>;
}
