import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const HAS_PROC = existsSync("/proc/self/cmdline");

/** False for a zombie. */
export function isAlive(pid: number): boolean {
  if (HAS_PROC) return (readStat(pid)?.state ?? "Z") !== "Z";
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function readCommandLine(pid: number): string | null {
  if (!HAS_PROC) return ps(pid, "command=");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return null;
  }
}

/** Identifies a process together with its pid, since pids are reused. Null if the process doesn't exist. */
export function readStartTime(pid: number): string | null {
  if (!isAlive(pid)) return null;
  return HAS_PROC ? (readStat(pid)?.startTime ?? null) : ps(pid, "lstart=");
}

function readStat(pid: number): { state: string; startTime: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, a name in parentheses, may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "Z", startTime: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  const { status, stdout } = spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8", timeout: 5_000 });
  return status === 0 ? stdout.trim() || null : null;
}
