import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

const SAMPLED_EVERY_MS = 500;
/** Clock ticks a second of Linux on every architecture that Node supports. */
const TICKS = 100;

/** The first pattern that a command line matches names what a process is for. */
const KINDS = [
  ["database", /^postgres|\/postgres( |$)/],
  ["browser", /chrom|headless.shell/i],
  ["app", /^closed-loop |server\/main/],
  ["runner", /./],
];

/**
 * Counts the processor seconds of all processes that this one starts, by what they are for. Reads /proc, and counts nothing on
 * systems without it; what a process does in its last half second is missed.
 */
export class CpuBill {
  #seen = new Map();
  #timer;

  start() {
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), SAMPLED_EVERY_MS).unref();
    return this;
  }

  /** Seconds by kind; empty where they can't be counted. */
  stop() {
    clearInterval(this.#timer);
    this.#sample();
    const seconds = new Map();
    for (const { kind, ticks } of this.#seen.values()) seconds.set(kind, (seconds.get(kind) ?? 0) + ticks / TICKS);
    return seconds;
  }

  #sample() {
    const own = new Set([process.pid]);
    for (const { pid, parent, ticks, started } of processes()) {
      if (!own.has(parent) && pid !== process.pid) continue;
      own.add(pid);
      const key = `${pid} ${started}`;
      const kind = this.#seen.get(key)?.kind;
      // The app names its processes a moment after they have begun.
      this.#seen.set(key, { ticks, kind: kind && kind !== "runner" ? kind : kindOf(pid) });
    }
  }
}

/** In the order of their start, so that a parent comes before its children. */
function processes() {
  const found = [];
  for (const name of list("/proc")) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "";
    // The name in parentheses may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length < 20) continue;
    const [parent, user, system, started] = [1, 11, 12, 19].map((index) => Number(fields[index]));
    found.push({ pid: Number(name), parent, ticks: user + system, started });
  }
  return found.sort((a, b) => a.started - b.started || a.pid - b.pid);
}

function kindOf(pid) {
  const command = read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
  return KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? "runner";
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
