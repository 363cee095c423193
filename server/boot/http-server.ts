import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { answerMetrics } from "@/server/api/metrics/hosts";
import { answerProbe } from "@/server/api/probes/hosts";
import { isStopping } from "@/server/domain/health";
import { getLogger } from "@/server/platform/logger";
import { isApiPath, resolveSegments, stripHost } from "./api-path";
import { keepConnections, noteOwed, refuseRaw } from "./connections";
import { explainListenError } from "./port";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/**
 * `upgrade` is for hot reload only. Without a listener Node answers a request that offers an upgrade as if it did not,
 * which is what Java's HTTP client, for one, expects of its first request.
 */
export type Handlers = Readonly<{
  api: Handler;
  inngest: Handler;
  pages: Handler;
  upgrade: UpgradeHandler | null;
}>;

/** How long a client may take to send what it began. An answer may take as long as it needs: pages stream. */
const TIMEOUTS = {
  ...{ headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
  // How often the first two are looked at: by default only every 30 seconds.
  connectionsCheckingInterval: 5_000,
};

/**
 * Connections that the kernel may hold until we take them. Of one too many it tells no one: the client tries again after one
 * second, then after three. They are taken at once, and what is too much is refused in words.
 */
const BACKLOG = 4_096;

/** How long requests under way may go on after a stop was requested. */
const DRAIN_MS = 3_000;

/** Who has sent nothing on a kept connection for so long is not about to: it can be closed without cutting off a request. */
const IDLE_MS = 750;

/** Connections never end to come where nobody hears that we stop. */
const TAKING_MS = 500;

/** Servers whose answers end their connections. */
const draining = new WeakSet<Server>();

/** Sockets that left HTTP (hot reload): the server waits for them at its end but no longer closes them. */
const upgradedSockets = new WeakMap<Server, Set<Duplex>>();

const INNGEST_PATH = /^\/api\/inngest(?:[?#]|$)/;

/** Probes, `/metrics`, `/v1`, `/merchant/v1` and `/api/inngest` straight to their handlers, all else through Next. */
export function createHttpServer({ api, inngest, pages, upgrade }: Handlers): Server {
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    // Clients then begin anew, elsewhere, and none of them sends into a connection that is just being closed.
    if (isStopping() || draining.has(server)) response.shouldKeepAlive = false;
    noteOwed(request, response);
    request.url = resolveSegments(request.url ?? "/");
    const probed = answerProbe(request, response) ?? answerMetrics(request, response);
    const failed = (error: unknown) => endFailed(response, error);
    if (probed) return void probed.catch(failed);
    const isApi = isApiPath(request.url);
    if (isApi) stripHost(request);
    const isInngest = INNGEST_PATH.test(request.url);
    const handle = isApi ? api : isInngest ? inngest : pages;
    handle(request, response).catch(failed);
  });
  keepConnections(server);
  // Node would end the connection without a word.
  server.on("connect", (_request, socket) => {
    refuseRaw(socket, { status: "405 Method Not Allowed", code: "method_not_allowed", message: "This is no proxy." });
  });
  // An expectation no one knows is no reason not to answer.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  if (upgrade) upgradeWith(server, upgrade);
  else refuseUpgrades(server);
  return server;
}

/** What failed in a way no one foresaw. An answer that is on its way goes on its way. */
function endFailed(response: ServerResponse, error: unknown): void {
  getLogger().error(
    { error: error instanceof Error ? error.stack : String(error) },
    "a request was not answered to its end",
  );
  if (!response.writableEnded) response.destroy();
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

/** `isShared`: with the other processes of this start that answer at the same port. */
export function listen(server: Server, port: number, host: string, { isShared = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError(error, port, host)));
    server.listen({ port, host, backlog: BACKLOG, exclusive: !isShared }, resolve);
  });
}

/**
 * Takes no new connections, answers what still comes on those there are, ends each with its answer, and cuts what is left in
 * the end (open streams, mostly). Node's own close would end kept connections at once, in the middle of a request on its way.
 */
export async function drain(server: Server): Promise<void> {
  draining.add(server);
  await takeWaiting(server);
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  for (const socket of upgradedSockets.get(server) ?? []) socket.destroy();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Connections that the kernel holds are reset when it is told to take no more. Node takes one in each turn of its loop. */
async function takeWaiting(server: Server): Promise<void> {
  let isTaking = true;
  const note = () => {
    isTaking = true;
  };
  server.on("connection", note);
  const until = performance.now() + TAKING_MS;
  while (isTaking && performance.now() < until) {
    isTaking = false;
    await turn();
  }
  server.off("connection", note);
}
