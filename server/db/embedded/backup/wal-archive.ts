import { accessSync, chownSync, constants, existsSync, mkdirSync } from "node:fs";
import { StartError } from "@/server/platform/start-error";
import { canReach } from "../os-user";
import type { Placement } from "../placement";

/** At most this much is lost with the disk. An idle database writes nothing. */
const ARCHIVED_WITHIN_SECONDS = 60;

/**
 * Archives the write-ahead log to a folder, one compressed file per segment; mostly empty segments shrink to almost nothing. A
 * segment gets its name once complete and synced. If a different one of that name exists, PostgreSQL keeps its own and logs an
 * error.
 */
export function archiveSettings(folder: string): string[] {
  const file = `${quote(folder)}/%f.gz`;
  const store = `gzip -c "%p" > ${file}.part && sync ${file}.part && mv ${file}.part ${file}`;
  return [
    "archive_mode=on",
    `archive_timeout=${ARCHIVED_WITHIN_SECONDS}`,
    `archive_command=if test -e ${file}; then gzip -dc ${file} | cmp -s - "%p"; else ${store}; fi`,
  ];
}

export function fetchCommand(folder: string): string {
  const file = `${quote(folder)}/%f.gz`;
  return `test -e ${file} && gzip -dc ${file} > "%p"`;
}

/** Creates the folder if missing. Throws StartError if the database's OS user can't write to it. */
export function prepareArchive(folder: string, { user }: Placement): void {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (user) chownSync(folder, user.uid, user.gid);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new StartError(`The folder ${folder} of WAL_ARCHIVE can't be made (${code}).`);
  }
  if (!(user ? canReach(user, folder, "write") : isWritable(folder))) {
    throw new StartError(`The database's OS user can't write to ${folder}, which WAL_ARCHIVE names.`);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Quotes for the shell, and doubles percent signs, which PostgreSQL would expand. */
function quote(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
}
