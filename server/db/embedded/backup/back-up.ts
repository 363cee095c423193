import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { StartError } from "@/server/platform/start-error";
import { copyFile } from "./copy-file";
import { CONTROL_FILE, listFiles } from "./list-files";
import { type BackupContent, FILES, MANIFEST, manifestOf } from "./manifest";
import { copySegments } from "./wal-segments";

type Source = Readonly<{
  url: string;
  data: string;
  version: string;
  migrations: readonly string[];
  stopping: AbortSignal;
}>;

const CONTROL_FILE_TRIES = 100;

type Files = BackupContent["files"];

/**
 * Copies a running database into a new folder, without downtime: its files between `pg_backup_start` and `pg_backup_stop`, plus
 * the write-ahead log of that time, from which PostgreSQL makes them consistent. A temporary replication slot keeps the log
 * until it is copied and disappears with the connection. The folder gets its name only when complete.
 */
export async function backUp(source: Source, folder: string): Promise<BackupContent> {
  const partial = `${folder}.partial`;
  const client = new pg.Client({ connectionString: source.url, application_name: "closed-loop-backup" });
  client.on("error", () => undefined);
  makeFolder(partial);
  try {
    await client.connect();
    const content = await copyAll(client, source, join(partial, FILES));
    writeFileSync(join(partial, MANIFEST), manifestOf(content), { mode: 0o600 });
    writeToDisk(partial);
    renameSync(partial, folder);
    return content;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (error instanceof Error && "syscall" in error) throw cannotWrite(folder, error);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Syncs the whole file system, which is many times faster than syncing file by file. */
function writeToDisk(folder: string): void {
  const options = { stdio: "ignore" } as const;
  // Some `sync` commands have no -f and must sync all file systems.
  const isWritten = spawnSync("sync", ["-f", folder], options).status === 0 || spawnSync("sync", options).status === 0;
  if (!isWritten) throw new StartError("The backup could not be written to the disk: there is no command sync.");
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

function cannotWrite(folder: string, error: unknown): StartError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return new StartError(`The backup can't be written to ${folder} (${code}).`);
}

async function copyAll(client: pg.Client, source: Source, target: string): Promise<BackupContent> {
  const { data, version, migrations } = source;
  const startedAt = await askTime(client);
  await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [`closed_loop_${process.pid}`]);
  await client.query("SELECT pg_backup_start('closed-loop', fast => true)");
  const { folders, files: listed } = listFiles(data);
  mkdirSync(target, { mode: 0o700 });
  for (const path of folders) mkdirSync(join(target, path), { recursive: true, mode: 0o700 });
  const files = await copyListed(source, target, listed);
  // Read before the backup ends: it contains everything committed by then, perhaps a little more.
  const dataAt = await askTime(client);
  const [end] = await ask<{ lsn: string; label: string; last: string; major: string }>(
    client,
    `SELECT lsn::text, labelfile AS label, pg_walfile_name(lsn - 1) AS last,
        (current_setting('server_version_num')::integer / 10000)::text AS major
      FROM pg_backup_stop(wait_for_archive => false)`,
  );
  if (!end) throw new StartError("PostgreSQL did not say how the backup ended.");
  files.push(write(target, "backup_label", Buffer.from(end.label)), ...(await copySegments(data, target, end)));
  return {
    ...{ format: 1, version, migrations: [...migrations], postgresMajor: end.major },
    ...{ startedAt, dataAt, lsn: end.lsn, folders: [...folders], files },
  };
}

async function copyListed({ data, stopping }: Source, target: string, paths: readonly string[]): Promise<Files> {
  const files: Files = [];
  for (const path of paths) {
    if (stopping.aborted) throw new StartError("Interrupted: nothing was kept of this backup.");
    // Null for a table dropped meanwhile; the log records the drop, too.
    const sum = await copyFile(join(data, path), join(target, path));
    if (sum) files.push({ path, ...sum });
  }
  files.push(write(target, CONTROL_FILE, readControlFile(join(data, CONTROL_FILE))));
  return files;
}

/** PostgreSQL overwrites this file in place, so read until two reads agree. */
function readControlFile(file: string): Buffer {
  let content = readFileSync(file);
  for (let tries = 0; tries < CONTROL_FILE_TRIES; tries += 1) {
    const again = readFileSync(file);
    if (content.equals(again)) return content;
    content = again;
  }
  throw new StartError(`${file} does not stand still: back up again.`);
}

function write(target: string, path: string, content: Buffer): Files[number] {
  writeFileSync(join(target, path), content, { mode: 0o600, flag: "wx" });
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** The embedded database runs on this machine, so its clock is ours. */
async function askTime(client: pg.Client): Promise<string> {
  const [row] = await ask<{ at: Date }>(client, "SELECT clock_timestamp() AS at");
  return (row?.at ?? new Date()).toISOString();
}

async function ask<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(statement);
  return rows;
}
