import { rmSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import { prepareArchive } from "./backup/wal-archive";
import { findBinaries } from "./binaries";
import { dataOf, initialiseCluster } from "./cluster";
import { APP_ROLE, readConnectionRecord, recordConnection, toAppUrl, toUrl } from "./connection-record";
import { placeCluster } from "./placement";
import { endOrphan, signalProcess, spawnPostmaster, stopProcess, waitUntilReady } from "./postmaster";

export { StartError } from "@/server/platform/start-error";
export { POSTGRES_MAJOR } from "./cluster";
export { APP_ROLE, findFreePort } from "./connection-record";

export type EmbeddedDatabase = Readonly<{
  url: string;
  /** For the app's role, with the rights granted by the last migration. */
  appUrl: string;
  cluster: string;
  stop: () => Promise<void>;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  kill: () => void;
}>;

type Options = Readonly<{
  /**
   * Absolute path. Holds the cluster, its port and password, and its log. The caller makes sure that only one process uses it.
   */
  dataFolder: string;
  databaseName: string;
  /** False for a throwaway cluster: a crash may lose it, and stopping it deletes the data folder. */
  isDurable?: boolean;
  maxConnections?: number;
  archive?: string | null;
  /** PostgreSQL settings, `name=value`. They override our own. */
  settings?: readonly string[];
}>;

export const DATABASE_NAME = "closed_loop";

/** Starts a private PostgreSQL on a free loopback port. Throws a StartError that says in one sentence what is wrong. */
export async function startEmbeddedDatabase({
  dataFolder,
  databaseName,
  isDurable = true,
  maxConnections = 100,
  archive = null,
  settings = [],
}: Options): Promise<EmbeddedDatabase> {
  const placement = placeCluster(dataFolder);
  const binaries = findBinaries(placement.user);
  await endOrphan(dataOf(placement));
  const record = await recordConnection(placement.dataFolder, placement.cluster);
  const data = await initialiseCluster(binaries, placement, record.password, isDurable);
  const { port } = record;
  if (archive) prepareArchive(archive, placement);
  const postmaster = spawnPostmaster(binaries, placement, data, { port, isDurable, maxConnections, archive, settings });
  await waitUntilReady(postmaster, toUrl(record, "postgres"), placement.dataFolder);
  const stop = async () => {
    if (!postmaster.hasExited()) await stopProcess(postmaster.pid);
    if (isDurable) return;
    for (const folder of [dirname(placement.cluster), dataFolder]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await createDatabase(toUrl(record, "postgres"), databaseName, record.appPassword);
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = () => signalProcess(postmaster.pid, "SIGQUIT");
  const [url, appUrl] = [toUrl(record, databaseName), toAppUrl(record, databaseName)];
  return { url, appUrl, cluster: placement.cluster, stop, kill, ended: postmaster.ended };
}

export function findEmbedded(dataFolder: string): Pick<EmbeddedDatabase, "url" | "appUrl" | "cluster"> | null {
  const record = readConnectionRecord(dataFolder);
  if (!record) return null;
  return { url: toUrl(record, DATABASE_NAME), appUrl: toAppUrl(record, DATABASE_NAME), cluster: record.cluster };
}

/** Ends a leftover server first. Keeps the password, so that tools configured with it keep working. */
export async function deleteCluster(dataFolder: string, announce: (cluster: string) => void): Promise<void> {
  const placement = placeCluster(dataFolder);
  announce(placement.cluster);
  await endOrphan(dataOf(placement));
  rmSync(placement.cluster, { recursive: true, force: true });
}

async function createDatabase(maintenanceUrl: string, name: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    const app = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    const password = `LOGIN PASSWORD ${pg.escapeLiteral(appPassword)}`;
    await client.query(`${app.rowCount ? "ALTER" : "CREATE"} ROLE ${APP_ROLE} ${password}`);
  } finally {
    await client.end();
  }
}
