import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import nextConfig from "@/next.config";
import { getConfiguredInngest } from "../inngest/keys";
import { bindEngine, startBackgroundWork } from "./background-work";
import { createHttpServer, drain, type Handlers, listen } from "./http-server";
import { shareMetrics } from "./metrics-of-all";
import { servePages } from "./pages";
import { ROOT, type StartSettings } from "./settings";
import type { Shutdown } from "./shutdown";
import { startTracing } from "./tracing";
import { isWorker, runsBackgroundWork } from "./workers";

/** Answers requests at the port of the settings: Next, one HTTP server, and background work if it is this process's. */
export async function serve(settings: StartSettings, shutdown: Shutdown): Promise<void> {
  const { host, port } = settings;
  // Before the first request.
  const tracing = await startTracing();
  if (tracing) shutdown.add(tracing);
  const { closeRequestLog, openRequestLog } = await import("../domain/request-log");
  // After the drain, before the pool is closed: what was answered last is on record too.
  shutdown.add({ stop: closeRequestLog });
  openRequestLog();
  if (isWorker) shareMetrics();
  const server = createHttpServer(await loadHandlers(settings, shutdown));
  shutdown.add({ stop: () => drain(server) });
  const { closeListener } = await import("../db/listen");
  // Before the drain: live pages would hold their streams open until they are cut.
  shutdown.add({ stop: closeListener });
  await listen(server, port, host);
  const { bindBackgroundWork } = await import("./bind-ports");
  // An Inngest runs the functions wherever it calls: every process watches over it.
  if (runsBackgroundWork(settings) || getConfiguredInngest()) {
    const onRefused = (error: Error) => shutdown.fail(`The embedded engine refuses the functions. ${error.message}.`);
    shutdown.add(startBackgroundWork({ host, port, onRefused }));
  } else {
    bindEngine();
  }
  bindBackgroundWork();
  const { announceStop } = await import("../domain/health");
  const delayMs = settings.drainDelaySeconds * 1_000;
  shutdown.add({
    // First of all, while everything still works: whoever sends requests here learns that it should not any more.
    stop: () => {
      announceStop();
      return sleep(delayMs);
    },
    withinMs: delayMs + 1_000,
  });
}

/** Loaded only now: what these import may read its settings at once. */
async function loadHandlers(settings: StartSettings, shutdown: Shutdown): Promise<Handlers> {
  const { closeSharedState, handleApi } = await import("../api/host");
  shutdown.add({ stop: closeSharedState });
  const { handleInngest } = await import("../inngest/mount");
  const { bindSenders } = await import("./bind-ports");
  bindSenders();
  if (settings.role === "worker") return { api: refuse, inngest: handleInngest, pages: refuse, upgrade: null };
  const app = next({
    dev: settings.isDevelopment,
    dir: ROOT,
    hostname: settings.host,
    port: settings.port,
    ...(settings.isDevelopment ? {} : { conf: nextConfig }),
  });
  await app.prepare();
  shutdown.add({ stop: () => app.close() });
  return {
    api: handleApi,
    inngest: handleInngest,
    pages: servePages(app.getRequestHandler(), settings),
    upgrade: settings.isDevelopment ? app.getUpgradeHandler() : null,
  };
}

/** A process that runs the background functions serves nobody else: it has neither pages nor the API. */
const refuse: Handlers["api"] = async (_request, response) => {
  response.writeHead(404, { "Content-Type": "text/plain" }).end("This process runs background functions only.\n");
};
