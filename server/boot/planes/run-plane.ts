import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plane } from "@/server/platform/planes";
import type { Handlers } from "../http-server";
import type { StartSettings } from "../settings";
import type { Shutdown } from "../shutdown";
import { startTracing } from "../tracing";
import { HandOn } from "./hand-on";
import { shareMetrics } from "./metrics-of-all";
import { isFirst, isFront, type OpenPlane, requestPort, socketOf, startHeartbeat, tellStarter } from "./plane";

/**
 * Runs this process as one of the planes. The one that owns the port forwards requests of other planes; the others listen on
 * their sockets.
 */
export async function runPlane(plane: Plane, settings: StartSettings, shutdown: Shutdown): Promise<void> {
  process.title = `closed-loop ${plane}`;
  shareMetrics();
  const isSandboxSeeded = plane === "pages" ? false : await openDomain(settings, shutdown);
  const opened = await open(plane, settings, shutdown);
  if (isFront()) await serveAtPort(plane, opened, settings, shutdown);
  else await serveAtSocket(plane, opened, shutdown);
  await opened.begin();
  shutdown.started();
  startHeartbeat();
  tellStarter({ closedLoop: "ready", isSandboxSeeded });
}

/** Opens the domain for every plane but Next's. Imported late, because its modules read settings when loaded. */
async function openDomain(settings: StartSettings, shutdown: Shutdown): Promise<boolean> {
  const { closePool } = await import("@/server/db/pool");
  const { sendAnnouncements } = await import("@/server/db/announce");
  shutdown.add({
    stop: async () => {
      await sendAnnouncements();
      await closePool();
    },
  });
  const { openKeys, prepareDatabase } = await import("../prepare");
  await openKeys();
  const isSandboxSeeded = isFirst() && (await prepareDatabase(settings));
  shutdown.check();
  const tracing = await startTracing();
  if (tracing) shutdown.add(tracing);
  const { closeRequestLog, openRequestLog } = await import("@/server/domain/request-log");
  // Runs after draining and before the pool closes, so that the last responses are recorded.
  shutdown.add({ stop: closeRequestLog });
  openRequestLog();
  const { watchDatabase } = await import("../database/watch-database");
  shutdown.add(watchDatabase(settings));
  const { closeListener } = await import("@/server/db/listen");
  shutdown.add({ stop: closeListener });
  return isSandboxSeeded;
}

async function open(plane: Plane, settings: StartSettings, shutdown: Shutdown): Promise<OpenPlane> {
  switch (plane) {
    case "payments":
      return (await import("./payments")).openPayments(shutdown);
    case "work":
      return (await import("./work")).openWork(settings, shutdown);
    case "pages":
      return (await import("./pages")).openPages(settings, shutdown);
  }
}

/** The plane that callers connect to. While it drains, the others still answer forwarded requests. */
async function serveAtPort(
  plane: Plane,
  { handler, upgrade }: OpenPlane,
  settings: StartSettings,
  shutdown: Shutdown,
): Promise<void> {
  const { createHttpServer, drain } = await import("../http-server");
  const others = new Map<Plane, HandOn>();
  const handlerOf = (wanted: Plane): Handlers["api"] => {
    if (wanted === plane) return handler;
    if (!settings.planes.includes(wanted)) return refuse;
    const other = new HandOn(socketOf(wanted));
    others.set(wanted, other);
    return other.answer;
  };
  const handlers = { api: handlerOf("payments"), inngest: handlerOf("work"), pages: handlerOf("pages") };
  const server = createHttpServer({
    ...handlers,
    upgrade: settings.isDevelopment ? (others.get("pages")?.upgrade ?? upgrade) : null,
  });
  shutdown.add({
    stop: async () => {
      for (const other of others.values()) other.endStreams();
      await drain(server);
      for (const other of others.values()) other.close();
    },
  });
  await listenAtPort(server, settings, plane === "payments" && settings.workers > 1);
  const { announceStop } = await import("@/server/domain/health");
  const delayMs = settings.drainDelaySeconds * 1_000;
  shutdown.add({
    // First, while everything still works: tells load balancers to stop sending requests here.
    stop: () => {
      announceStop();
      return sleep(delayMs);
    },
    withinMs: delayMs + 1_000,
  });
}

/**
 * Several processes of payments share the port by their starter. A single one hands its socket to the starter, and takes it from
 * there if it replaces another: connections wait meanwhile.
 */
async function listenAtPort(server: Server, { port, host }: StartSettings, isShared: boolean): Promise<void> {
  const { listen } = await import("../http-server");
  if (isShared) return await listen(server, port, host, { isShared });
  await listen(server, port, host, { socket: await requestPort() });
  tellStarter({ closedLoop: "listens" }, Reflect.get(server, "_handle"));
}

/** Only the front plane connects here, so connections have no timeouts. */
async function serveAtSocket(plane: Plane, { handler, upgrade }: OpenPlane, shutdown: Shutdown): Promise<void> {
  const { getLogger } = await import("@/server/platform/logger");
  const server: Server = createServer(
    { keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false },
    (request, response) => {
      handler(request, response).catch((error: unknown) => {
        getLogger().error(
          { error: error instanceof Error ? error.stack : String(error) },
          "a request was not answered to its end",
        );
        response.destroy();
      });
    },
  );
  if (upgrade)
    server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head).catch(() => socket.destroy()));
  const path = socketOf(plane);
  // A killed process leaves its socket file, on which nobody could listen again.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path, exclusive: true }, resolve);
  });
  shutdown.add({
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** Answers requests for planes that this start doesn't run. */
async function refuse(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response
    .writeHead(404, { "Content-Type": "text/plain; charset=utf-8" })
    .end("This process answers nothing at this URL.\n");
}
