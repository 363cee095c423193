import { APP_ROLE, DATABASE_NAME, StartError, startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { describeAhead, isMigrated, migrationsAhead, readMigrations, refuseUnreleased } from "@/server/db/migrations";
import type { Queryable } from "@/server/db/query";
import { findWalArchive } from "../embedded/wal-archive";
import { assertPortIsFree } from "../port";
import { claimDataFolder } from "../running-record";
import { provideServerSecrets } from "../server-secrets";
import { localAddress, type StartSettings } from "../settings";
import type { Shutdown } from "../shutdown";
import { answerUntilMigrated } from "./until-migrated";

/** Returns where the data is, for the banner. */
export async function openDatabase(settings: StartSettings, shutdown: Shutdown): Promise<string> {
  if (settings.databaseUrl === null) return await openEmbedded(settings, shutdown);
  await assertPortIsFree(settings.port, settings.host);
  await openGiven(settings, shutdown);
  return "as DATABASE_URL says";
}

async function openGiven(settings: StartSettings, shutdown: Shutdown): Promise<void> {
  const [{ getPool }, { refuseForgottenPooler }] = await Promise.all([
    import("@/server/db/pool"),
    import("@/server/db/pooler"),
  ]);
  const isReady = () => isMigrated(getPool());
  try {
    await refuseForgottenPooler();
    if (await isReady()) return await logIfAhead(getPool());
    refuseUnreleased((await readMigrations(getPool())).applied);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { cause, message = String(error) } = error as Error;
    throw new StartError(
      `The database that DATABASE_URL names can't be opened: ${cause instanceof Error ? cause.message : message}.`,
    );
  }
  await answerUntilMigrated(settings, isReady, shutdown);
}

/** Warns if an older version starts on a newer database, as during a rolling update. */
async function logIfAhead(db: Queryable): Promise<void> {
  const ahead = await migrationsAhead(db);
  if (ahead.length > 0)
    process.stderr.write(`${describeAhead(ahead)}
`);
}

/** Migrates it as well, since it runs only while this process does. */
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
