/** Composition root of `npm start` and `npm run dev`: settings, database, and what serves, in this process or in several. */
import { DATABASE_NAME, StartError, startEmbeddedDatabase } from "./db/embedded";
import { migrate } from "./db/migrate";
import { getConfiguredInngest } from "./inngest/keys";
import { SettingError } from "./platform/env";
import { claimBackgroundWork } from "./startup/background-owner";
import { describeStart } from "./startup/banner";
import { assertPortIsFree } from "./startup/port";
import { claimDataFolder } from "./startup/running-record";
import { serve } from "./startup/serve";
import { provideServerSecrets } from "./startup/server-secrets";
import { localAddress, readStartSettings, type StartSettings } from "./startup/settings";
import { Shutdown, StoppedWhileStarting } from "./startup/shutdown";
import { isWorker, startWorkers } from "./startup/workers";

async function start(shutdown: Shutdown): Promise<void> {
  // Before Next is loaded, which asks too.
  claimBackgroundWork("main");
  const settings = readStartSettings();
  const { closePool } = await import("./db/pool");
  if (isWorker) {
    shutdown.add({ stop: closePool });
    await serve(settings, shutdown);
    shutdown.started();
    return;
  }
  const { workers, isThrowaway } = settings;
  const address = localAddress(settings);
  const database = await openDatabase(settings, address, shutdown);
  shutdown.check();
  await migrate(database.url);
  shutdown.check();
  shutdown.add({ stop: closePool });
  await preparePartitions();
  const isSandboxSeeded = settings.shouldSeed && (await seed(settings));
  shutdown.check();
  if (workers === 1) await serve(settings, shutdown);
  else await startWorkers(settings, shutdown);
  shutdown.started();
  // No one reads a banner between the lines of a test run.
  if (isThrowaway) return;
  const functions = getConfiguredInngest() ? "Inngest, as INNGEST_* say" : "the embedded engine";
  const banner = describeStart({ address, isSandboxSeeded, database: database.label, functions });
  process.stdout.write(`${banner}\n`);
}

async function preparePartitions(): Promise<void> {
  const [retention, { now }] = await Promise.all([import("./domain/retention"), import("./platform/clock")]);
  await retention.preparePartitions({ now: now() });
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

const shutdown = new Shutdown({ isQuiet: isWorker });
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
