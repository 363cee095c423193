import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { answerProbe } from "@/server/api/probes/hosts";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { explainListenError } from "./port";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/**
 * `upgrade` is for hot reload only. Without a listener Node answers a request that offers an upgrade as if it did not,
 * which is what Java's HTTP client, for one, expects of its first request.
 */
export type Handlers = Readonly<{
  api: Handler;
  inngest: (request: Request) => Promise<Response>;
  pages: Handler;
  upgrade: UpgradeHandler | null;
}>;

/** How long a client may take to send what it began. An answer may take as long as it needs: pages stream. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/**
 * Connections that the kernel may hold until we take them. Of one too many it tells no one: the client tries again after one
 * second, then after three. They are taken at once, and what is too much is refused in words.
 */
const BACKLOG = 4_096;

/** How long requests under way may go on after a stop was requested. */
const DRAIN_MS = 3_000;

/** Sockets that left HTTP (hot reload): the server waits for them at its end but no longer closes them. */
const upgradedSockets = new WeakMap<Server, Set<Duplex>>();

const INNGEST_PATH = /^\/api\/inngest(?:[?#]|$)/;

const API_PATH = /^\/(?:merchant\/)?v1(?:[/?#]|$)/i;

/** Scheme and host of a request line in absolute form, as proxies send it. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Probes, `/v1`, `/merchant/v1` and `/api/inngest` straight to their handlers, all else through Next. */
export function createHttpServer({ api, inngest, pages, upgrade }: Handlers): Server {
  // The process is also Next's: its Request and Response stay what they are.
  const listenToInngest = getRequestListener(inngest, { overrideGlobalObjects: false });
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    const probed = answerProbe(request, response);
    if (probed) return void probed.catch(() => response.destroy());
    const isApi = isApiPath(request.url ?? "/");
    if (isApi) stripHost(request);
    const isInngest = INNGEST_PATH.test(request.url ?? "/");
    const handle = isApi ? api : isInngest ? listenToInngest : pages;
    handle(request, response).catch(() => response.destroy());
  });
  server.on("clientError", refuseMalformed);
  // An expectation no one knows is no reason not to answer.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  if (upgrade) upgradeWith(server, upgrade);
  else refuseUpgrades(server);
  return server;
}

/** Next listens for upgrades from the first page it serves, which would take offers on /v1 away from their endpoints. */
function refuseUpgrades(server: Server): void {
  server.on("newListener", (event: string, listener: () => void) => {
    if (event === "upgrade") queueMicrotask(() => server.removeListener("upgrade", listener));
  });
}

function upgradeWith(server: Server, upgrade: UpgradeHandler): void {
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    upgrade(request, socket, head).catch(() => socket.destroy());
  });
  upgradedSockets.set(server, upgraded);
}

export function isApiPath(url: string): boolean {
  const path = url.replace(ORIGIN, "");
  // `OPTIONS *` names no page; the endpoints' 404 is the better answer.
  return API_PATH.test(path) || !path.startsWith("/");
}

/** No endpoint looks at the host, so a nonsensical one must not keep it from answering. */
function stripHost(request: IncomingMessage): void {
  const path = (request.url ?? "/").replace(ORIGIN, "");
  request.url = path.startsWith("/") ? path : "/";
  request.headers.host = "localhost";
}

/** What is not even HTTP gets the error body too; then the connection ends. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const message = "The request is not valid HTTP.";
  const body = JSON.stringify({ error: { code: "validation_error", message, field: null, details: {} } });
  const headers = [
    `X-Request-Id: ${newRecordId(now())}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError(error, port, host)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Takes no new work, lets what is under way finish for a while, then cuts what is left (open streams, mostly). */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  for (const socket of upgradedSockets.get(server) ?? []) socket.destroy();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
