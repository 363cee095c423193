import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { explainListenError } from "./port";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type ApiHandler = (request: Request, connection: { remoteAddress: string | null }) => Promise<Response>;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

export type Handlers = Readonly<{ api: ApiHandler; pages: Handler; upgrade: UpgradeHandler }>;

/** How long a client may take to send what it began. An answer may take as long as it needs: pages stream. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/** How long requests under way may go on after a stop was asked for. */
const DRAIN_MS = 3_000;

const API_PATH = /^(?:https?:\/\/[^/?#]*)?\/(?:merchant\/)?v1(?:[/?#]|$)/i;

/** `/v1` and `/merchant/v1` straight to their endpoints, all else through Next. */
export function createHttpServer({ api, pages, upgrade }: Handlers): Server {
  const listenToApi = getRequestListener(
    (request, env) => api(request, { remoteAddress: env.incoming.socket.remoteAddress ?? null }),
    // The process is also Next's: its Request and Response stay what they are.
    { overrideGlobalObjects: false },
  );
  const server = createServer(TIMEOUTS, (request, response) => {
    const handle = isApiPath(request.url ?? "/") ? listenToApi : pages;
    handle(request, response).catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket, head) => {
    upgrade(request, socket, head).catch(() => socket.destroy());
  });
  return server;
}

export function isApiPath(url: string): boolean {
  return API_PATH.test(url);
}

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

/** Takes no new work, lets what is under way finish for a while, then cuts what is left (open streams, mostly). */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
