import { readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second, whatever the kernel's own tick. */
const TICK_MS = 10;

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** CPU time of children that have exited. */
  readonly childrenMs: number;
}

/** Null if it can't be read: the process is gone, or this isn't Linux. */
function readStat(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Skip the process name in parentheses, which may contain spaces and parentheses.
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

interface Process {
  readonly pid: number;
  readonly stat: Stat;
}

/** A process and its descendants. Empty except on Linux. */
function familyOf(pid: number): readonly Process[] {
  const root = readStat(pid);
  if (!root) return [];
  const children = new Map<number, Process[]>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), { pid: Number(name), stat }]);
  }
  const below = (one: Process): Process[] => [one, ...(children.get(one.pid) ?? []).flatMap(below)];
  return below({ pid, stat: root });
}

/** CPU milliseconds used so far by a process and its descendants, including exited ones. Null except on Linux. */
export function processorTime(pid: number): number | null {
  const family = familyOf(pid);
  if (family.length === 0) return null;
  return family.reduce((total, { stat }) => total + stat.ownMs + stat.childrenMs, 0);
}

/** Memory in MB of a process and its descendants; shared pages count once. Null except on Linux. */
export function memoryMegabytes(pid: number): number | null {
  const family = familyOf(pid);
  if (family.length === 0) return null;
  return family.reduce((total, one) => total + proportionalMegabytes(one.pid), 0);
}

function proportionalMegabytes(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

export function parentOf(pid: number): number | null {
  return readStat(pid)?.parent ?? null;
}
