import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { PostgresNode } from "./postgres-node";

const SLOT = "standby";
/** Specific to the running server, or streamed later. */
const LEFT_OUT = [
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
];

/** Makes `standby` a copy of the running `primary`, which it follows once started. Traffic may continue. */
export async function copyNode(primary: PostgresNode, standby: PostgresNode): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url("postgres") });
  await client.connect();
  try {
    await client.query(
      `SELECT pg_create_physical_replication_slot($1, true)
        WHERE NOT EXISTS (SELECT 1 FROM pg_replication_slots WHERE slot_name = $1)`,
      [SLOT],
    );
    await client.query("SELECT pg_backup_start('standby', true)");
    rmSync(standby.data, { recursive: true, force: true });
    // Status 1: a file vanished during the copy, as temporary files do.
    const { status, stderr } = spawnSync("cp", ["-a", primary.data, standby.data], { encoding: "utf8" });
    if (status !== 0 && status !== 1) throw new Error(`cp: ${stderr}`);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    forget(standby.data);
    writeFileSync(join(standby.data, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  const follows = `primary_conninfo = '${primary.connectionInfo} application_name=standby'\nprimary_slot_name = '${SLOT}'\n`;
  appendFileSync(join(standby.data, "postgresql.auto.conf"), follows);
  writeFileSync(join(standby.data, "standby.signal"), "");
  const { uid, gid } = statSync(primary.data);
  spawnSync("chown", ["-R", `${uid}:${gid}`, standby.data]);
}

function forget(data: string): void {
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(data, name), { force: true });
  for (const folder of LEFT_OUT) {
    for (const name of readdirSync(join(data, folder))) rmSync(join(data, folder, name), { recursive: true });
  }
  mkdirSync(join(data, "pg_wal", "archive_status"));
  mkdirSync(join(data, "pg_wal", "summaries"), { recursive: true });
}
