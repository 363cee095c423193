import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { METHODS } from "@/server/api/hosts/web";
import { connectionOf, enterConnection, isBroken } from "@/server/platform/connection";
import { readSingleHeaders } from "@/server/platform/single-headers";
import { isApiPath, plainTarget, stripHost } from "./api-path";
import { noteOwed, refuseRaw, trackConnections } from "./connections";
import { preparePage } from "./pages";
import { receiveBody } from "./request-bodies";

/** Leads to the API's route whatever was sent, so that Next interprets nothing of a path. */
const API_ROUTE = "/v1/-";

const NO_PAGE = /^\/(?:livez|readyz|metrics|api\/inngest)\/?(?:[?#]|$)/;

interface Begun {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/**
 * Handles each request before Next does, if Next is the server: prepares pages, records the caller's address for limits, and
 * gives the API the requests that Next would answer itself.
 */
export function watchRequests(): void {
  const kept = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Begun;
    if (!kept.has(server)) trackConnections(server);
    kept.add(server);
    noteOwed(request, response);
    prepareRequest(request, response);
    // Next answers at once, but waits for the body where it reads one.
    if (!isApiPath(request.url ?? "/")) void receiveBody(request, (refusal) => refuseRaw(request.socket, refusal));
  });
}

export function prepareRequest(request: IncomingMessage, response: ServerResponse): void {
  const url = plainTarget(request.url ?? "/");
  request.url = url;
  if (isApiPath(url)) {
    const { socket } = request;
    enterConnection({ ...connectionOf(request), sent: prepareForApi(request), isBroken: () => isBroken(socket) });
  } else if (NO_PAGE.test(url)) enterConnection(connectionOf(request));
  else enterConnection(preparePage(request, response, false));
}

function prepareForApi(request: IncomingMessage) {
  stripHost(request);
  const { values, repeated } = readSingleHeaders(request.rawHeaders);
  for (const [name, value] of values) request.headers[name] = value;
  const sent = { method: request.method ?? "GET", url: request.url ?? "/", repeatedHeader: repeated };
  if (!METHODS.some((method) => method === sent.method)) request.method = "OPTIONS";
  // With this header Next redirects to an address of its own before the route is asked.
  delete request.headers.rsc;
  request.url = API_ROUTE;
  return sent;
}
