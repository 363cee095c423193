/** Composition root of `npm start` and `npm run dev`: settings, database, Next, one HTTP server and background work. */
import next from "next";
import nextConfig from "@/next.config";
import { DATABASE_NAME, StartError, startEmbeddedDatabase } from "./db/embedded";
import { migrate } from "./db/migrate";
import { SettingError } from "./platform/env";
import { claimBackgroundWork } from "./startup/background-owner";
import { startBackgroundWork } from "./startup/background-work";
import { describeStart } from "./startup/banner";
import { createHttpServer, drain, type Handlers, listen } from "./startup/http-server";
import { servePages } from "./startup/pages";
import { assertPortIsFree } from "./startup/port";
import { claimDataFolder } from "./startup/running-record";
import { provideServerSecrets } from "./startup/server-secrets";
import { localAddress, ROOT, readStartSettings, type StartSettings } from "./startup/settings";
import { Shutdown, StoppedWhileStarting } from "./startup/shutdown";

async function start(shutdown: Shutdown): Promise<void> {
  // Before Next is loaded, which asks too.
  claimBackgroundWork("main");
  const settings = readStartSettings();
  const { host, port } = settings;
  const address = localAddress(settings);
  const database = await openDatabase(settings, address, shutdown);
  shutdown.check();
  await migrate(database.url);
  shutdown.check();
  const { closePool } = await import("./db/pool");
  shutdown.add({ stop: closePool });
  const { closeRequestLog, openRequestLog } = await import("./domain/request-log");
  // After the drain, before the pool is closed: what was answered last is on record too.
  shutdown.add({ stop: closeRequestLog });
  openRequestLog();
  const isSandboxSeeded = settings.shouldSeed && (await seed(settings));
  shutdown.check();
  const server = createHttpServer(await loadHandlers(settings, shutdown));
  shutdown.add({ stop: () => drain(server) });
  const { closeListener } = await import("./db/listen");
  // Before the drain: live pages would hold their streams open until they are cut.
  shutdown.add({ stop: closeListener });
  await listen(server, port, host);
  const { bindBackgroundWork } = await import("./startup/bind-ports");
  const background = startBackgroundWork({
    host,
    port,
    onRefused: (error) => shutdown.fail(`The embedded engine refuses the functions. ${error.message}.`),
  });
  if (background) shutdown.add(background);
  bindBackgroundWork();
  shutdown.started();
  // No one reads a banner between the lines of a test run.
  if (settings.isThrowaway) return;
  const banner = describeStart({
    address,
    isSandboxSeeded,
    database: database.label,
    functions: background ? "the embedded engine" : "Inngest, as INNGEST_* say",
  });
  process.stdout.write(`${banner}\n`);
}

/** False where there is live data: then the sandbox stays out, and someone who requested it by name gets an error. */
async function seed({ databaseUrl }: StartSettings): Promise<boolean> {
  const { seedSandbox } = await import("@/prisma/seed");
  const isRefused = (await seedSandbox()) === "refused";
  if (isRefused && databaseUrl) {
    throw new SettingError("SEED_SANDBOX is set, but the database holds live data: public credentials stay out of it.");
  }
  return !isRefused;
}

async function openDatabase(settings: StartSettings, address: string, shutdown: Shutdown) {
  const { databaseUrl, dataFolder, isThrowaway, host, port } = settings;
  if (databaseUrl) {
    await assertPortIsFree(port, host);
    return { url: databaseUrl, label: "as DATABASE_URL says" };
  }
  const release = await claimDataFolder(dataFolder, { host, port, address });
  shutdown.add({ stop: release, kill: release });
  await assertPortIsFree(port, host);
  provideServerSecrets(dataFolder);
  const { url, cluster, stop, kill, ended } = await startEmbeddedDatabase({
    dataFolder,
    databaseName: DATABASE_NAME,
    isDurable: !isThrowaway,
  });
  shutdown.add({ stop, kill });
  void ended.then(() => shutdown.fail("The embedded database was ended. Start again: what was answered is kept."));
  process.env.DATABASE_URL = url;
  process.env.PUBLIC_URL ||= address;
  return { url, label: `embedded PostgreSQL, files in ${cluster}` };
}

/** Loaded only now: what these import may read its settings at once. */
async function loadHandlers(settings: StartSettings, shutdown: Shutdown): Promise<Handlers> {
  const { closeSharedState, handleApi } = await import("./api/host");
  shutdown.add({ stop: closeSharedState });
  const { handleInngest } = await import("./inngest/mount");
  const { bindSenders } = await import("./startup/bind-ports");
  bindSenders();
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

const shutdown = new Shutdown();
shutdown.listen();
try {
  await start(shutdown);
} catch (error) {
  await shutdown.run();
  if (error instanceof StoppedWhileStarting) process.exit(0);
  const isExpected = error instanceof SettingError || error instanceof StartError;
  const text = isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
