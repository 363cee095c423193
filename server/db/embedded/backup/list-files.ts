import { readdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";

/** PostgreSQL recreates their content; a backup keeps only the folders. */
const EMPTIED = new Set([
  ...["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal"],
]);

/** Files of the running server, or of a backup that it was restored from. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|recovery\.signal|standby\.signal|current_logfiles)$/;
const TEMPORARY = /^(?:pgsql_tmp.*|pg_internal\.init.*)$/;

export const CONTROL_FILE = "global/pg_control";

export interface Listed {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Paths in the data folder that a backup copies. The control file isn't listed, because it is copied last. */
export function listFiles(data: string): Listed {
  const folders: string[] = [];
  const files: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(data, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (TEMPORARY.test(entry.name) || (folder === "" && LEFT_OUT.test(entry.name))) continue;
      if (entry.isSymbolicLink())
        throw new StartError(`${join(data, path)} leads elsewhere: back it up with tools of your own.`);
      if (entry.isDirectory()) {
        folders.push(path);
        if (!EMPTIED.has(path)) walk(path);
      } else if (path !== CONTROL_FILE) files.push(path);
    }
  };
  walk("");
  return { folders: [...folders, "pg_wal/archive_status", "pg_wal/summaries"], files };
}
