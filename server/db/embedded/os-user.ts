import { spawnSync } from "node:child_process";
import { StartError } from "@/server/platform/start-error";

/** Whom the database runs as where we are root, which PostgreSQL refuses to be. */
export type OsUser = Readonly<{ uid: number; gid: number }>;

const NAME = "postgres";
const TIMEOUT_MS = 10_000;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The OS user `postgres`, created where it is missing. */
export function getPostgresUser(): OsUser {
  const existing = findUser();
  if (existing) return existing;
  // Some useradd wants the group first, and a second start may be doing the same: only the outcome counts.
  run("groupadd", ["--system", NAME]);
  run("useradd", ["--system", "--gid", NAME, "--no-create-home", "--shell", "/bin/false", NAME]);
  if (!findUser()) run("adduser", ["-S", "-D", "-H", NAME]);
  const created = findUser();
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root and the OS user ${NAME} could not be created: start as an ordinary user or set DATABASE_URL.`,
  );
}

/** Asks the system itself, as that user: modes, groups, ACLs and mounts all have a say. */
export function canReach(user: OsUser, path: string, purpose: "execute" | "write"): boolean {
  const check = purpose === "write" ? 'test -w "$0" && test -x "$0"' : 'test -r "$0" && test -x "$0"';
  const { status } = spawnSync("/bin/sh", ["-c", check, path], { ...user, cwd: "/", timeout: TIMEOUT_MS });
  return status === 0;
}

function findUser(): OsUser | null {
  const uid = Number(run("id", ["-u", NAME]));
  const gid = Number(run("id", ["-g", NAME]));
  return uid > 0 && gid > 0 ? { uid, gid } : null;
}

function run(command: string, args: string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", timeout: TIMEOUT_MS });
  return status === 0 ? stdout.trim() : null;
}
