import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "@/server/platform/start-error";
import { SHARED_FOLDER } from "./binaries";
import { canReach, getPostgresUser, isRoot, type OsUser } from "./os-user";

/** Where a cluster lives, and the user of its programs (null for ourselves). */
export type Placement = Readonly<{
  dataFolder: string;
  cluster: string;
  user: OsUser | null;
}>;

/**
 * A cluster started by root runs as another OS user, who can't enter a checkout such as `/root/closed-loop`. It is then placed
 * in `/var/lib/closed-loop`, under a hash of the data folder's path, so that two checkouts never share one.
 */
export function placeCluster(folder: string): Placement {
  createFolder(folder);
  const dataFolder = realpathSync(folder);
  const inside = join(dataFolder, "postgres");
  if (!isRoot()) {
    createFolder(inside);
    return { dataFolder, cluster: inside, user: null };
  }

  const user = ownerOf(inside) ?? getPostgresUser();
  const outside = join(SHARED_FOLDER, createHash("sha256").update(dataFolder).digest("hex").slice(0, 16), "postgres");
  // An existing cluster stays in use, even if the checkout becomes readable later.
  if (!hasData(outside) || hasData(inside)) {
    createFolder(inside, user);
    if (canReach(user, inside, "write")) return { dataFolder, cluster: inside, user };
    if (!hasData(inside)) rmSync(inside, { recursive: true });
  }
  createFolder(outside, user);
  if (canReach(user, outside, "write")) return { dataFolder, cluster: outside, user };
  throw new StartError(
    `The database's OS user can reach neither ${inside} nor ${outside}: start as an ordinary user or set DATABASE_URL.`,
  );
}

function hasData(cluster: string): boolean {
  return existsSync(join(cluster, "data"));
}

/**
 * A cluster created by an ordinary user keeps running as that user when root starts it, because PostgreSQL insists on its
 * owner.
 */
function ownerOf(cluster: string): OsUser | null {
  if (!existsSync(cluster)) return null;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? null : { uid, gid };
}

/** Parents can be traversed but not listed; the cluster's own folder is private to its user. */
function createFolder(folder: string, owner?: OsUser): void {
  const isNew = !existsSync(folder);
  try {
    const firstNew = mkdirSync(folder, { recursive: true, mode: 0o711 });
    // Root's umask may be too strict for the database's OS user.
    if (firstNew && isRoot()) for (const parent of between(firstNew, folder)) chmodSync(parent, 0o711);
    if (owner && isNew) {
      chmodSync(folder, 0o700);
      chownSync(folder, owner.uid, owner.gid);
    }
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new StartError(`The folder ${folder} can't be created (${reason}).`);
  }
}

function between(first: string, last: string): string[] {
  const folders = [last];
  for (let folder = last; folder !== first; folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}
