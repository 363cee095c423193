import { accessSync, chownSync, constants, existsSync, mkdirSync } from "node:fs";
import { StartError } from "@/server/platform/start-error";
import { canReach } from "../os-user";
import type { Placement } from "../placement";

/** Without traffic nothing is written; with it, no more than this is lost with the disk. */
const ARCHIVED_WITHIN_SECONDS = 60;

/**
 * Settings of a server that keeps its write-ahead log in a folder, segment by segment, compressed: what is mostly empty is
 * next to nothing. A segment has its name once it is whole and on the disk. One that is there already must be the same, or
 * the server keeps its own and says so in its log.
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

/** The `restore_command` that reads segments from such a folder. */
export function fetchCommand(folder: string): string {
  const file = `${quote(folder)}/%f.gz`;
  return `test -e ${file} && gzip -dc ${file} > "%p"`;
}

/** Makes the folder if it is not there. Throws StartError if the database's OS user can't write to it. */
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

/** For the shell; PostgreSQL reads a percent sign as the begin of a name. */
function quote(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
}
