import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { StartError } from "@/server/platform/start-error";
import { copyFile, type Sum } from "./copy-file";
import { type BackupContent, FILES, MANIFEST, manifestOf } from "./manifest";

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
  const startedAt = await readTime(client);
  await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [`closed_loop_${process.pid}`]);
  await client.query("SELECT pg_backup_start('closed-loop', fast => true)");
  const { folders, files: listed } = listFiles(data);
  mkdirSync(target, { mode: 0o700 });
  for (const path of folders) mkdirSync(join(target, path), { recursive: true, mode: 0o700 });
  const files = await copyListed(source, target, listed);
  // Read before the backup ends: it contains everything committed by then, perhaps a little more.
  const dataAt = await readTime(client);
  const [end] = await ask<{ lsn: string; label: string; last: string; major: string }>(
    client,
    `SELECT lsn::text, labelfile AS label, pg_walfile_name(lsn - 1) AS last,
        (current_setting('server_version_num')::integer / 10000)::text AS major
      FROM pg_backup_stop(wait_for_archive => false)`,
  );
  if (!end) throw new StartError("PostgreSQL did not say how the backup ended.");
  files.push(write(target, "backup_label", Buffer.from(end.label)), ...(await copySegments(data, target, end)));
  return {
    format: 1,
    version,
    migrations: [...migrations],
    postgresMajor: end.major,
    startedAt,
    dataAt,
    lsn: end.lsn,
    folders: [...folders],
    files,
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
async function readTime(client: pg.Client): Promise<string> {
  const [row] = await ask<{ at: Date }>(client, "SELECT clock_timestamp() AS at");
  return (row?.at ?? new Date()).toISOString();
}

async function ask<Row extends pg.QueryResultRow>(client: pg.Client, query: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(query);
  return rows;
}

/** PostgreSQL recreates their content; a backup keeps only the folders. */
const EMPTIED = new Set([
  ...["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal"],
]);

/** Files of the running server, or of a backup that it was restored from. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|recovery\.signal|standby\.signal|current_logfiles)$/;
const TEMPORARY = /^(?:pgsql_tmp.*|pg_internal\.init.*)$/;

const CONTROL_FILE = "global/pg_control";

interface Listed {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Paths in the data folder that a backup copies. The control file isn't listed, because it is copied last. */
function listFiles(data: string): Listed {
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

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const FIRST_SEGMENT = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m;

/**
 * Copies the log segments of a backup, from start to end, and the timeline history. Throws StartError if one is missing, since
 * the copy couldn't be made consistent.
 */
async function copySegments(
  data: string,
  target: string,
  { label, last }: { readonly label: string; readonly last: string },
): Promise<(Sum & { readonly path: string })[]> {
  const first = FIRST_SEGMENT.exec(label)?.[1] ?? "";
  const names = readdirSync(join(data, "pg_wal"));
  const segments = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last);
  if (segments.length !== placeOf(last) - placeOf(first) + 1) throw logIsMissing(first, last);
  const copied = [];
  for (const name of [...segments, ...names.filter((file) => HISTORY.test(file))]) {
    const path = `pg_wal/${name}`;
    const sum = await copyFile(join(data, path), join(target, path));
    if (!sum) throw logIsMissing(first, last);
    copied.push({ path, ...sum });
  }
  return copied;
}

/** Segments are 16 MB; 256 of them make one of the 4 GB log files that the name counts. */
function placeOf(segment: string): number {
  return Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16);
}

function logIsMissing(first: string, last: string): StartError {
  return new StartError(`The write-ahead log from ${first} to ${last} is not all there any more: back up again.`);
}
