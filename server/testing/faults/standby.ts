import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/server/db/embedded";
import { placeCluster } from "@/server/db/embedded/placement";
import { migrate } from "@/server/db/migrate";

const databaseName = "closed_loop";

export interface Pair {
  readonly primary: EmbeddedDatabase;
  readonly standby: EmbeddedDatabase;
  stop(): Promise<void>;
}

/** A migrated database and its streaming replica, each on a port of its own. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-pair-"));
  // Root's cluster runs as another OS user, who must get through.
  chmodSync(folder, 0o711);
  const start = (name: string) => startEmbeddedDatabase({ dataFolder: join(folder, name), databaseName });
  const primary = await start("primary");
  await migrate(primary.url);
  await copyCluster(primary, join(folder, "primary"), join(folder, "standby"));
  const standby = await start("standby");
  const stop = async () => {
    await Promise.all([standby.stop(), primary.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { primary, standby, stop };
}

/** Files as they are while the primary runs, and what a start needs to catch up with it from there. */
async function copyCluster(primary: EmbeddedDatabase, from: string, to: string): Promise<void> {
  const { cluster } = placeCluster(to);
  const data = join(cluster, "data");
  // With the primary's password; its port is taken, so another one is found.
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
