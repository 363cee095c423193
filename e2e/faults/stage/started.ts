import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";

const ours = new Set<ChildProcess>();

// Whatever ends the run ends what it started, by its own id.
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
  /** A channel whose end tells the program that we are gone. */
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

/** Resolves when it has ended. */
export async function endProgram(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  // One that was stopped hears nothing else until it goes on.
  child.kill("SIGCONT");
  await ended;
}

/** Processes of which this one is the parent. */
export function childrenOf(parent: number): number[] {
  return listProcesses().flatMap(([pid, its]) => (its === parent ? [pid] : []));
}

/** Each with its parent. */
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
      // The name before them, in brackets, may hold anything.
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
}

/** False for one that has ended by now. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
