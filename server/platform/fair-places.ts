import { UnavailableError } from "./unavailable";

/** Who takes places: a key, after the groups around it, the widest first. `[tenant, key]`; the keys of a group share its part. */
export type Holder = readonly [string, ...string[]];

interface Options {
  readonly places: () => number;
  readonly mostOfKey?: () => number;
  /** The same for each group around a key, the widest first. */
  readonly mostOfGroups?: readonly number[];
  /** A key that keeps being refused has its room shrunk to this. By default its room doesn't change. */
  readonly leastOfKey?: () => number;
  readonly mostKeys?: number;
  readonly refusal?: string;
  readonly onRefused?: () => void;
}

/** Every STEP_MS a key's room is multiplied by LEFT after a refusal, or grows by GAIN without one. */
const STEP_MS = 50;
const LEFT = 0.75;
const GAIN = 16;

interface Share {
  running: number;
  waiting: number;
  tookLast: number;
}

interface Group extends Share {
  readonly name: string;
  lines: number;
}

interface Line extends Share {
  readonly name: string;
  readonly groups: readonly Group[];
  /** What begins when a place is free, in order. */
  readonly queue: (() => void)[];
  room: number;
  hasRefused: boolean;
  stepBeganMs: number;
}

/**
 * Shares scarce places fairly. Free places go to anyone; when all are taken, the next goes to the group that has the fewest,
 * and within it to the key that has the fewest, so that hundreds of requests from one key delay another by one at most. A key
 * or group that exceeds its room is refused, and while it keeps asking its room shrinks: a short stall may fill the room, but a queue
 * that stays full only adds latency. A refusal of one key never affects others.
 */
export class FairPlaces {
  readonly #options: Options;
  readonly #lines = new Map<string, Line>();
  readonly #waiting = new Set<Line>();
  readonly #groups = new Map<string, Group>();
  #taken = 0;
  #takings = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async run<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
    const line = this.#lineOf(holder);
    if (this.#taken < this.#options.places()) this.#take(line);
    else await this.#wait(line);
    try {
      return await work();
    } finally {
      this.#leave(line);
    }
  }

  #take(line: Line): void {
    this.#taken += 1;
    this.#takings += 1;
    for (const share of [line, ...line.groups]) {
      share.running += 1;
      share.tookLast = this.#takings;
    }
  }

  async #wait(line: Line): Promise<void> {
    const { mostKeys = Number.POSITIVE_INFINITY, refusal = "too many wait for the same" } = this.#options;
    const isNewKey = line.queue.length === 0;
    if (!this.#hasRoom(line) || (isNewKey && this.#waiting.size >= mostKeys)) {
      line.hasRefused = true;
      if (line.running === 0 && isNewKey) this.#forget(line);
      this.#options.onRefused?.();
      throw new UnavailableError(refusal);
    }
    await new Promise<void>((begin) => {
      line.queue.push(begin);
      this.#waiting.add(line);
      for (const share of [line, ...line.groups]) share.waiting += 1;
    });
  }

  #hasRoom(line: Line): boolean {
    const { mostOfGroups = [] } = this.#options;
    const isWithin = (share: Share, most: number) => share.running + share.waiting < most;
    return (
      isWithin(line, this.#roomOf(line)) &&
      line.groups.every((group, i) => isWithin(group, mostOfGroups[i] ?? Number.POSITIVE_INFINITY))
    );
  }

  #leave(line: Line): void {
    this.#taken -= 1;
    for (const share of [line, ...line.groups]) share.running -= 1;
    if (line.running === 0 && line.queue.length === 0) this.#forget(line);
    if (this.#taken < this.#options.places()) this.#serveNext();
  }

  #forget({ name, groups }: Line): void {
    this.#lines.delete(name);
    for (const group of groups) {
      group.lines -= 1;
      if (group.lines === 0) this.#groups.delete(group.name);
    }
  }

  #serveNext(): void {
    const line = this.#next();
    const begin = line?.queue.shift();
    if (!line || !begin) return;
    if (line.queue.length === 0) this.#waiting.delete(line);
    for (const share of [line, ...line.groups]) share.waiting -= 1;
    this.#take(line);
    begin();
  }

  #next(): Line | null {
    let next: Line | null = null;
    for (const line of this.#waiting) if (next === null || isBefore(line, next)) next = line;
    return next;
  }

  #lineOf(holder: Holder): Line {
    const name = nameOf(holder);
    const known = this.#lines.get(name);
    if (known) return known;
    const groups = holder.slice(0, -1).map((_, i) => this.#groupOf(nameOf(holder.slice(0, i + 1))));
    const none = { running: 0, waiting: 0, tookLast: 0 };
    const room = Number.POSITIVE_INFINITY;
    const line = { ...none, name, groups, queue: [], room, hasRefused: false, stepBeganMs: 0 };
    this.#lines.set(name, line);
    return line;
  }

  #groupOf(name: string): Group {
    const group = this.#groups.get(name) ?? { name, running: 0, waiting: 0, tookLast: 0, lines: 0 };
    group.lines += 1;
    this.#groups.set(name, group);
    return group;
  }

  #roomOf(line: Line): number {
    const most = this.#options.mostOfKey?.() ?? Number.POSITIVE_INFINITY;
    const least = this.#options.leastOfKey?.();
    if (least === undefined) return most;
    const at = performance.now();
    const room = Math.min(line.room, most);
    const steps = Math.floor((at - line.stepBeganMs) / STEP_MS);
    if (steps <= 0) return room;
    const isShrinking = line.hasRefused && steps === 1;
    line.room = isShrinking ? Math.max(room * LEFT, Math.min(least, most)) : Math.min(room + steps * GAIN, most);
    line.hasRefused = false;
    line.stepBeganMs = at;
    return line.room;
  }
}

/** The one with fewer places goes first, by its widest group, then by the next; if equal, the one that took a place the longest ago. */
function isBefore(line: Line, other: Line): boolean {
  for (const [i, group] of line.groups.entries()) {
    const difference = compare(group, other.groups[i] ?? group);
    if (difference !== 0) return difference < 0;
  }
  return compare(line, other) < 0;
}

function compare(one: Share, other: Share): number {
  return one.running - other.running || one.tookLast - other.tookLast;
}

function nameOf(holder: readonly string[]): string {
  return holder.join("\n");
}
