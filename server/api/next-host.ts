import { currentConnection } from "@/server/platform/connection";
import { ROUTES } from "./host";
import { answerWeb, type METHODS } from "./hosts/web";

type Handler = (request: Request) => Promise<Response>;

const answer: Handler = (request) => answerWeb(ROUTES, request, currentConnection());

/**
 * The API on Next, by the same routes as on our own server. Every method is bound, so that Next never answers one itself. Proxy
 * headers that Next strips are noted by `watchRequests`. Where the platform hides the socket, limits by address need
 * TRUSTED_PROXY_HOPS.
 */
export const NEXT_HANDLERS: Readonly<Record<(typeof METHODS)[number], Handler>> = {
  GET: answer,
  HEAD: answer,
  POST: answer,
  PUT: answer,
  PATCH: answer,
  DELETE: answer,
  OPTIONS: answer,
};
