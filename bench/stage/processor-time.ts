import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, whatever its kernel's own clock. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly childrenMs: number;
}

/** Null where it can't be read: the process is gone, or this is not Linux. */
function readStat(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before them, in brackets, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [own = 0, system = 0, childrenOwn = 0, childrenSystem = 0] = fields.slice(11, 15);
    return { parent, ownMs: (own + system) * TICK_MS, childrenMs: (childrenOwn + childrenSystem) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time so far of a process and all below it, those that have ended included. Null elsewhere than on Linux. */
export function processorTime(pid: number): number | null {
  const root = readStat(pid);
  if (!root) return null;
  const children = new Map<number, { pid: number; stat: Stat }[]>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), { pid: Number(name), stat }]);
  }
  const sum = (of: number, stat: Stat): number =>
    (children.get(of) ?? []).reduce((total, child) => total + sum(child.pid, child.stat), stat.ownMs + stat.childrenMs);
  return sum(pid, root);
}

/** Resident memory in MB; null elsewhere than on Linux. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes ? Number(kilobytes) / 1_024 : null;
  } catch {
    return null;
  }
}

export function parentOf(pid: number): number | null {
  return readStat(pid)?.parent ?? null;
}
