import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { METHODS } from "@/server/api/bind-route";
import { connectionOf, enterConnection, isBroken } from "@/server/platform/connection";
import { isApiPath, resolveSegments, stripHost } from "./api-path";
import { keepConnections, noteOwed } from "./connections";
import { preparePage } from "./pages";

/** The address of the route that answers for all endpoints: under it Next reads nothing into a path. */
const ANY_ENDPOINT = "/v1/-";

/** A path that Next hands to the route it names, as it is: nothing to decode, to resolve, or to be written otherwise. */
const PLAIN = /^\/(?:merchant\/)?v1(?:\/[\w~-]+)*\/?(?:\?|$)/;

/** What no page needs to be prepared for: probes and figures answer as the API does, the engine by itself. */
const NO_PAGE = /^\/(?:livez|readyz|metrics|api\/inngest)(?:[?#]|$)/;

interface Begun {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/**
 * Sees each request before Next does, where Next is the server: pages get what they get from a server of ours, limits know the
 * caller's address, and the API answers what Next would answer itself.
 */
export function watchRequests(): void {
  const kept = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Begun;
    if (!kept.has(server)) keepConnections(server);
    kept.add(server);
    noteOwed(request, response);
    prepareRequest(request, response);
  });
}

export function prepareRequest(request: IncomingMessage, response: ServerResponse): void {
  const url = resolveSegments(request.url ?? "/");
  request.url = url;
  if (isApiPath(url)) {
    const { socket } = request;
    enterConnection({ ...connectionOf(request), sent: prepareForApi(request), isBroken: () => isBroken(socket) });
  } else if (NO_PAGE.test(url)) enterConnection(connectionOf(request));
  else enterConnection(preparePage(request, response, false));
}

function prepareForApi(request: IncomingMessage) {
  stripHost(request);
  const sent = { method: request.method ?? "GET", url: request.url ?? "/" };
  const isBound = METHODS.some((method) => method === sent.method);
  if (!isBound) request.method = "OPTIONS";
  if (!isBound || !PLAIN.test(sent.url)) request.url = ANY_ENDPOINT;
  return sent;
}
