import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";

const ours = new Set<ChildProcess>();

// Kills all child processes when the run ends for any reason.
process.on("exit", () => {
  for (const child of ours) child.kill("SIGKILL");
});

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** An IPC channel, which closes when this process ends. */
  readonly hasChannel?: boolean;
}

export function startProgram({ command, args, logFile, hasChannel = false, ...options }: Program): ChildProcess {
  const log = openSync(logFile, "a");
  const child = spawn(command, args, {
    ...options,
    stdio: ["ignore", log, log, ...(hasChannel ? ["ipc" as const] : [])],
  });
  closeSync(log);
  ours.add(child);
  for (const event of ["exit", "error"]) child.once(event, () => ours.delete(child));
  return child;
}

export function isRunning(child: ChildProcess | null): child is ChildProcess {
  return child !== null && child.exitCode === null && child.signalCode === null;
}

export async function endProgram(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  // A stopped process handles no other signal until it continues.
  child.kill("SIGCONT");
  await ended;
}

export function childrenOf(parent: number): number[] {
  return listProcesses().flatMap(([pid, its]) => (its === parent ? [pid] : []));
}

function listProcesses(): (readonly [number, number])[] {
  if (!existsSync("/proc/self/stat")) {
    const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    return stdout.split("\n").map((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return [pid ?? 0, parent ?? 0];
    });
  }
  return readdirSync("/proc").flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, "utf8") : "";
      // Skip the process name in parentheses, which may contain spaces and parentheses.
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
}

/** Returns false if the process has already exited. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
