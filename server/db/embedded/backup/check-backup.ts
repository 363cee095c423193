import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { sumFile } from "./copy-file";
import { type BackupContent, FILES, readManifest } from "./manifest";

type Here = Readonly<{ postgresMajor: string; migrations: readonly string[] }>;

/**
 * Verifies a whole backup before a restore. Throws StartError, in one sentence, if it is incomplete, was made by another
 * PostgreSQL major version, or has migrations unknown to this version.
 */
export async function checkBackup(backup: string, here: Here): Promise<BackupContent> {
  const content = readManifest(backup);
  if (content.postgresMajor !== here.postgresMajor) {
    throw new StartError(
      `${backup} was made by PostgreSQL ${content.postgresMajor} and this one is ${here.postgresMajor}: restore it with the version of Closed Loop that made it (${content.version}).`,
    );
  }
  const unknown = content.migrations.find((name) => !here.migrations.includes(name));
  if (unknown) {
    throw new StartError(`${backup} was made by a newer version, with migration ${unknown}: restore it with that one.`);
  }
  for (const { path, bytes, sha256 } of content.files) {
    const file = join(backup, FILES, path);
    // Refuses symbolic links, which could point elsewhere by the time they are copied.
    const sum = existsSync(file) && lstatSync(file).isFile() ? await sumFile(file) : null;
    if (!sum) throw new StartError(`${file} is missing: restore another backup.`);
    if (sum.bytes !== bytes || sum.sha256 !== sha256) {
      throw new StartError(`${file} is not what was backed up: restore another backup.`);
    }
  }
  return content;
}
