import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { answerMetrics } from "@/server/api/metrics/hosts";
import { answerProbe } from "@/server/api/probes/hosts";
import { isStopping } from "@/server/domain/health";
import { getLogger } from "@/server/platform/logger";
import { isApiPath, plainTarget, stripHost } from "./api-path";
import { noteOwed, refuse, refuseRaw, trackConnections } from "./connections";
import { explainListenError } from "./port";
import { receiveBody } from "./request-bodies";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/**
 * `upgrade` is for hot reload only. Without a listener, Node ignores an offered upgrade and answers normally, which Java's HTTP
 * client expects of its first request.
 */
export type Handlers = Readonly<{
  api: Handler;
  inngest: Handler;
  pages: Handler;
  upgrade: UpgradeHandler | null;
}>;

/** Limits for receiving a request. Responses may take as long as they need, since pages stream. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // How often the first two are enforced; Node's default is every 30 seconds.
  connectionsCheckingInterval: 5_000,
};

/**
 * Size of the kernel's accept queue. A connection beyond it is dropped silently, and the client retries after one second, then
 * three. A large queue lets us accept it and refuse with a message.
 */
const BACKLOG = 4_096;

const DRAIN_MS = 3_000;

/** A kept-alive connection idle for this long can be closed without cutting off a request. */
const IDLE_MS = 750;

const TAKING_MS = 500;

const draining = new WeakSet<Server>();

/** Sockets that left HTTP (hot reload): `close` waits for them but no longer closes them. */
const upgradedSockets = new WeakMap<Server, Set<Duplex>>();

const INNGEST_PATH = /^\/api\/inngest\/?(?:[?#]|$)/;

export function createHttpServer({ api, inngest, pages, upgrade }: Handlers): Server {
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    // Makes clients reconnect elsewhere, and keeps them from sending into a closing connection.
    if (isStopping() || draining.has(server)) response.shouldKeepAlive = false;
    noteOwed(request, response);
    request.url = plainTarget(request.url ?? "/");
    const probed = answerProbe(request, response) ?? answerMetrics(request, response);
    const failed = (error: unknown) => endFailed(response, error);
    if (probed) return void probed.catch(failed);
    const isApi = isApiPath(request.url);
    if (isApi) {
      stripHost(request);
      return void api(request, response).catch(failed);
    }
    const handle = INNGEST_PATH.test(request.url) ? inngest : pages;
    receiveBody(request, (refusal) => refuse(response, refusal))
      .then((isReceived) => (isReceived ? handle(request, response) : undefined))
      .catch(failed);
  });
  trackConnections(server);
  // Node would close the connection without a response.
  server.on("connect", (_request, socket) => {
    refuseRaw(socket, { status: 405, code: "method_not_allowed", message: "This is no proxy." });
  });
  // An unknown Expect header is no reason not to answer.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  if (upgrade) upgradeWith(server, upgrade);
  else refuseUpgrades(server);
  return server;
}

function endFailed(response: ServerResponse, error: unknown): void {
  getLogger().error(
    { error: error instanceof Error ? error.stack : String(error) },
    "a request was not answered to its end",
  );
  if (!response.writableEnded) response.destroy();
}

/** Next listens for upgrades from its first page on, which would take requests that offer one away from /v1. */
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

interface Listening {
  /** Whether the starter binds the port, for several processes. */
  readonly isShared?: boolean;
  /** A socket that is bound already. */
  readonly socket?: unknown;
}

export function listen(
  server: Server,
  port: number,
  host: string,
  { isShared, socket }: Listening = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError(error, port, host)));
    if (socket) server.listen(socket, BACKLOG, resolve);
    else server.listen({ port, host, backlog: BACKLOG, exclusive: !isShared }, resolve);
  });
}

/**
 * Accepts no new connections, answers requests that still arrive on open ones, closes each after its response, and finally cuts
 * the rest, mostly streams. Node's `close` would close kept-alive connections immediately, even with a request in flight.
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

/** Closing would reset connections in the kernel's queue, so accept them first; Node accepts one per turn of its loop. */
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
