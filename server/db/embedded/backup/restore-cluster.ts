import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { findBinaries } from "../binaries";
import { dataOf } from "../cluster";
import { recordConnection, toUrl } from "../connection-record";
import { type Placement, placeCluster } from "../placement";
import { endOrphan, spawnPostmaster, stopProcess, waitUntilReady } from "../postmaster";
import { copyFile } from "./copy-file";
import { type BackupContent, FILES } from "./manifest";
import { recover, type Target } from "./recover";

const CONNECTIONS = 20;

type Restored = Readonly<{
  url: string;
  /** Contains every commit acknowledged by then, and none after. */
  dataAt: Date;
}>;

type Options = Readonly<{
  backup: string;
  content: BackupContent;
  dataFolder: string;
  databaseName: string;
  target: Target;
  prepare: (restored: Restored) => Promise<void>;
}>;

/** Throws StartError if a database exists: a restore never overwrites one. */
export function refuseExisting(dataFolder: string): void {
  const data = dataOf(placeCluster(dataFolder));
  if (!existsSync(data)) return;
  throw new StartError(
    `There is a database in ${data}, and a restore overwrites none: set CLOSED_LOOP_DATA_DIR to another folder, or move it away.`,
  );
}

/**
 * Restores a cluster from a verified backup. It is moved into place only when complete and prepared; a failure leaves nothing
 * behind.
 */
export async function restoreCluster(options: Options): Promise<Restored> {
  const { backup, content, dataFolder, databaseName, target, prepare } = options;
  refuseExisting(dataFolder);
  const placement = placeCluster(dataFolder);
  const binaries = findBinaries(placement.user);
  const partial = join(placement.cluster, "restoring");
  await endOrphan(partial);
  rmSync(partial, { recursive: true, force: true });
  try {
    await copyBack(join(backup, FILES), content, partial, placement);
    const record = await recordConnection(placement.dataFolder, placement.cluster);
    const { port, password } = record;
    const reached = await recover(binaries, placement, partial, { target, password, databaseName });
    const restored = { url: toUrl(record, databaseName), dataAt: dataAtOf(content, target, reached) };
    const postmaster = spawnPostmaster(binaries, placement, partial, {
      port,
      isDurable: true,
      maxConnections: CONNECTIONS,
      archive: null,
    });
    try {
      await waitUntilReady(postmaster, toUrl(record, "postgres"), placement.dataFolder);
      await prepare(restored);
    } finally {
      if (!postmaster.hasExited()) await stopProcess(postmaster.pid);
    }
    renameSync(partial, dataOf(placement));
    return restored;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyBack(source: string, content: BackupContent, target: string, { user }: Placement): Promise<void> {
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  const folders = new Set([...content.folders, ...content.files.map(({ path }) => dirname(path))]);
  for (const folder of ["", ...folders].sort()) {
    mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
    own(join(target, folder));
  }
  for (const { path, sha256 } of content.files) {
    const sum = await copyFile(join(source, path), join(target, path));
    if (sum?.sha256 !== sha256) throw new StartError(`${join(source, path)} changed while it was being restored.`);
    own(join(target, path));
  }
  // Makes PostgreSQL use its restore command and target.
  const signal = join(target, "recovery.signal");
  writeFileSync(signal, "", { mode: 0o600 });
  own(signal);
}

/** The time up to which all commits are restored. A log read to its end includes its last transaction. */
function dataAtOf(content: BackupContent, { archive, until }: Target, reached: Date | null): Date {
  const backedUpAt = new Date(content.dataAt);
  if (until) return until;
  return archive && reached && reached > backedUpAt ? reached : backedUpAt;
}
