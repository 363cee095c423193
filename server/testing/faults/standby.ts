import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/server/db/embedded";
import { findBinaries } from "@/server/db/embedded/binaries";
import { dataOf } from "@/server/db/embedded/cluster";
import { recordConnection, toUrl } from "@/server/db/embedded/connection-record";
import { placeCluster } from "@/server/db/embedded/placement";
import { spawnPostmaster, stopProcess, waitUntilReady } from "@/server/db/embedded/postmaster";
import { migrate } from "@/server/db/migrate";
import { waitUntil } from "@/server/testing/wait-until";

const databaseName = "closed_loop";

interface Standby extends Pick<EmbeddedDatabase, "url" | "stop"> {
  detach(): Promise<void>;
  promote(): Promise<void>;
}

export interface Pair {
  readonly folder: string;
  readonly primary: EmbeddedDatabase;
  readonly standby: Standby;
  stop(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-pair-"));
  // Root's cluster runs as another OS user, who must be able to enter.
  chmodSync(folder, 0o711);
  const primary = await startEmbeddedDatabase({ dataFolder: join(folder, "primary"), databaseName });
  const standby = await copyOf(primary, folder).catch(async (error) => {
    await primary.stop();
    throw error;
  });
  const stop = async () => {
    await Promise.all([standby.stop(), primary.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, primary, standby, stop };
}

async function copyOf(primary: EmbeddedDatabase, folder: string): Promise<Standby> {
  await migrate(primary.url);
  await copyCluster(primary, join(folder, "primary"), join(folder, "standby"));
  return await startStandby(join(folder, "standby"));
}

/** Unlike a normal start, creates nothing, since a standby is read-only. */
async function startStandby(folder: string): Promise<Standby> {
  const placement = placeCluster(folder);
  const record = await recordConnection(placement.dataFolder, placement.cluster);
  const options = { port: record.port, isDurable: true, maxConnections: 100, archive: null };
  const postmaster = spawnPostmaster(findBinaries(placement.user), placement, dataOf(placement), options);
  const url = toUrl(record, databaseName);
  await waitUntilReady(postmaster, url, placement.dataFolder);
  const stop = async () => {
    if (!postmaster.hasExited()) await stopProcess(postmaster.pid);
  };
  const ask = async (query: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(query).finally(() => client.end());
  };
  return {
    url,
    stop,
    detach: async () => {
      await ask("ALTER SYSTEM SET primary_conninfo = ''");
      await ask("SELECT pg_reload_conf()");
      await waitUntil("the standby is alone", async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        const { rowCount } = await client.query("SELECT FROM pg_stat_wal_receiver");
        await client.end();
        return rowCount === 0;
      });
    },
    promote: () => ask("SELECT pg_promote()"),
  };
}

async function copyCluster(primary: EmbeddedDatabase, from: string, to: string): Promise<void> {
  const { cluster } = placeCluster(to);
  const data = join(cluster, "data");
  // With the primary's password. Its port is taken, so another is used.
  writeFileSync(join(to, "postgres.json"), readFileSync(join(from, "postgres.json")));
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", join(primary.cluster, "data"), data]);
  const { rows } = await client.query<{ label: string }>("SELECT labelfile AS label FROM pg_backup_stop(false)");
  await client.end();
  rmSync(join(data, "postmaster.pid"), { force: true });
  writeFileSync(join(data, "backup_label"), rows[0]?.label ?? "");
  writeFileSync(join(data, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  execFileSync("chown", ["-R", `--reference=${cluster}`, data]);
}
