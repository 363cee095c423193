import { spawnSync } from "node:child_process";
import { StartError } from "@/server/platform/start-error";

/** The user that the database runs as if we are root, which PostgreSQL refuses. */
export type OsUser = Readonly<{ uid: number; gid: number }>;

const NAME = "postgres";
const TIMEOUT_MS = 10_000;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function getPostgresUser(): OsUser {
  const existing = findUser();
  if (existing) return existing;
  // Some `useradd` need the group first, and another process may be doing the same, so only the outcome is checked.
  run("groupadd", ["--system", NAME]);
  run("useradd", ["--system", "--gid", NAME, "--no-create-home", "--shell", "/bin/false", NAME]);
  if (!findUser()) run("adduser", ["-S", "-D", "-H", NAME]);
  const created = findUser();
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root and the OS user ${NAME} could not be created: start as an ordinary user or set DATABASE_URL.`,
  );
}

/** Asks the system as that user, since modes, groups, ACLs, and mounts all matter. */
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
