import { renameSync, writeFileSync } from "node:fs";

/** Replaces a file that only its owner may read. Written aside and renamed, so that a crash leaves the old one whole. */
export function writePrivateFile(file: string, content: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, content, { mode: 0o600 });
  renameSync(aside, file);
}
