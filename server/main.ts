/** Composition root of `npm start` and `npm run dev`: settings, database, and what serves, in this process or in several. */
import { getConfiguredInngest } from "./inngest/keys";
import { SettingError } from "./platform/env";
import { claimBackgroundWork } from "./startup/background-owner";
import { describeStart, sayStillStarting } from "./startup/banner";
import { openDatabase } from "./startup/open-database";
import { sayWhyItFailed } from "./startup/run-program";
import { serve } from "./startup/serve";
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
    await openKeys();
    await serve(settings, shutdown);
    shutdown.started();
    return;
  }
  const { workers, isThrowaway } = settings;
  const stopSaying = isThrowaway ? () => undefined : sayStillStarting();
  const address = localAddress(settings);
  const database = await openDatabase(settings, shutdown);
  shutdown.check();
  shutdown.add({ stop: closePool });
  await openKeys();
  await preparePartitions();
  const isSandboxSeeded = settings.shouldSeed && (await seed(settings));
  shutdown.check();
  if (workers === 1) await serve(settings, shutdown);
  else await startWorkers(settings, shutdown);
  shutdown.started();
  stopSaying();
  // No one reads a banner between the lines of a test run.
  if (isThrowaway) return;
  const functions = getConfiguredInngest() ? "Inngest, as INNGEST_* say" : "the embedded engine";
  const banner = describeStart({ address, isSandboxSeeded, database, functions });
  process.stdout.write(`${banner}\n`);
}

/** Before anything is read or written with them. */
async function openKeys(): Promise<void> {
  const [{ openServerKeys }, { requireReleased }, { sealPanTokens }, { now }] = await Promise.all([
    import("./domain/server-keys"),
    import("./domain/restores"),
    import("./domain/members"),
    import("./platform/clock"),
  ]);
  await openServerKeys({ now: now() });
  await requireReleased();
  await sealPanTokens();
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

const shutdown = new Shutdown({ isQuiet: isWorker });
shutdown.listen();
try {
  await start(shutdown);
} catch (error) {
  await shutdown.run();
  if (error instanceof StoppedWhileStarting) process.exit(0);
  sayWhyItFailed(error);
  process.exit(1);
}
