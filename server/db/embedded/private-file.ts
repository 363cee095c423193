import { chownSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isRoot } from "./os-user";

/**
 * Replaces a file that only its owner may read. Written aside and renamed, so that a crash leaves the old one whole.
 * Root leaves it to the folder's owner, who may be the one to start the app next time.
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
