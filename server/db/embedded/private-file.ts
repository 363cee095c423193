import { chownSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isRoot } from "./os-user";

/**
 * Replaces a file that only its owner may read, by writing a copy and renaming it, so that a crash keeps the old one. Root
 * gives it to the folder's owner, who may start the app next time.
 */
export function writePrivateFile(file: string, content: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, content, { mode: 0o600 });
  if (isRoot()) {
    const { uid, gid } = statSync(dirname(file));
    chownSync(aside, uid, gid);
  }
  renameSync(aside, file);
}
