import { APP_ROLE, DATABASE_NAME, StartError, startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { isMigrated } from "@/server/db/migrations";
import { findWalArchive } from "./embedded/wal-archive";
import { assertPortIsFree } from "./port";
import { claimDataFolder } from "./running-record";
import { provideServerSecrets } from "./server-secrets";
import { localAddress, type StartSettings } from "./settings";
import type { Shutdown } from "./shutdown";

/** The database of the settings, ready for the pool. Returns how to name it to the person who started us. */
export async function openDatabase(settings: StartSettings, shutdown: Shutdown): Promise<string> {
  if (settings.databaseUrl === null) return await openEmbedded(settings, shutdown);
  await assertPortIsFree(settings.port, settings.host);
  if (await isGivenMigrated()) return "as DATABASE_URL says";
  if (settings.shouldSeed) throw new StartError("The database is behind this version: run npm run migrate first.");
  // A new version may be started before its migrations are applied. It gets no requests until then.
  process.stderr.write("The database is behind this version: /readyz answers 503 until npm run migrate has run.\n");
  return "as DATABASE_URL says";
}

async function isGivenMigrated(): Promise<boolean> {
  const [{ getPool }, { refuseForgottenPooler }] = await Promise.all([
    import("@/server/db/pool"),
    import("@/server/db/pooler"),
  ]);
  try {
    await refuseForgottenPooler();
    return await isMigrated(getPool());
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { cause, message = String(error) } = error as Error;
    throw new StartError(
      `The database that DATABASE_URL names can't be opened: ${cause instanceof Error ? cause.message : message}.`,
    );
  }
}

/** Nobody else can migrate it: it runs only while we do. */
async function openEmbedded(settings: StartSettings, shutdown: Shutdown): Promise<string> {
  const { dataFolder, isThrowaway, host, port } = settings;
  const address = localAddress(settings);
  const release = await claimDataFolder(dataFolder, { host, port, address });
  shutdown.add({ stop: release, kill: release });
  await assertPortIsFree(port, host);
  provideServerSecrets(dataFolder);
  const { url, appUrl, cluster, stop, kill, ended } = await startEmbeddedDatabase({
    dataFolder,
    databaseName: DATABASE_NAME,
    isDurable: !isThrowaway,
    archive: findWalArchive(dataFolder),
  });
  shutdown.add({ stop, kill });
  void ended.then(() => shutdown.fail("The embedded database was ended. Start again: what was answered is kept."));
  await migrate(url, { appRole: APP_ROLE });
  process.env.DATABASE_URL = appUrl;
  process.env.PUBLIC_URL ||= address;
  return `embedded PostgreSQL, files in ${cluster}`;
}
