import { UnavailableError } from "./unavailable";

/** A key that takes places, and its party (usually the tenant), whose keys share the party's part. */
export interface Holder {
  readonly party: string;
  readonly key: string;
}

interface Options {
  readonly places: () => number;
  readonly mostOfKey?: () => number;
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
  tookLast: number;
}

interface Party extends Share {
  lines: number;
}

interface Line extends Share {
  readonly holder: Holder;
  readonly party: Party;
  readonly waiting: (() => void)[];
  room: number;
  hasRefused: boolean;
  stepBeganMs: number;
}

/**
 * Shares scarce places fairly. Free places go to anyone; when all are taken, the next goes to the party that has the fewest,
 * and within it to the key that has the fewest, so that hundreds of requests from one key delay another by one at most. A key
 * that exceeds its room is refused, and while it keeps asking its room shrinks: a short stall may fill the room, but a queue
 * that stays full only adds latency. A refusal of one key never affects others.
 */
export class FairPlaces {
  readonly #options: Options;
  readonly #lines = new Map<string, Line>();
  readonly #waiting = new Set<Line>();
  readonly #parties = new Map<string, Party>();
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
    for (const share of [line, line.party]) {
      share.running += 1;
      share.tookLast = this.#takings;
    }
  }

  async #wait(line: Line): Promise<void> {
    const { mostKeys = Number.POSITIVE_INFINITY, refusal = "too many wait for the same" } = this.#options;
    const isNewKey = line.waiting.length === 0;
    if (line.running + line.waiting.length >= this.#roomOf(line) || (isNewKey && this.#waiting.size >= mostKeys)) {
      line.hasRefused = true;
      this.#options.onRefused?.();
      throw new UnavailableError(refusal);
    }
    await new Promise<void>((begin) => {
      line.waiting.push(begin);
      this.#waiting.add(line);
    });
  }

  #leave(line: Line): void {
    this.#taken -= 1;
    line.running -= 1;
    line.party.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) this.#forget(line);
    if (this.#taken < this.#options.places()) this.#serveNext();
  }

  #forget({ holder, party }: Line): void {
    this.#lines.delete(nameOf(holder));
    party.lines -= 1;
    if (party.lines === 0) this.#parties.delete(holder.party);
  }

  #serveNext(): void {
    const line = this.#next();
    const begin = line?.waiting.shift();
    if (!line || !begin) return;
    if (line.waiting.length === 0) this.#waiting.delete(line);
    this.#take(line);
    begin();
  }

  #next(): Line | null {
    let next: Line | null = null;
    for (const line of this.#waiting) if (next === null || isBefore(line, next)) next = line;
    return next;
  }

  #lineOf(holder: Holder): Line {
    const known = this.#lines.get(nameOf(holder));
    if (known) return known;
    const party = this.#parties.get(holder.party) ?? { running: 0, tookLast: 0, lines: 0 };
    party.lines += 1;
    this.#parties.set(holder.party, party);
    const room = Number.POSITIVE_INFINITY;
    const line = { holder, party, running: 0, tookLast: 0, waiting: [], room, hasRefused: false, stepBeganMs: 0 };
    this.#lines.set(nameOf(holder), line);
    return line;
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

/** The one with fewer places goes first; if equal, the one that took a place the longest ago. */
function isBefore(line: Line, other: Line): boolean {
  return (compare(line.party, other.party) || compare(line, other)) < 0;
}

function compare(one: Share, other: Share): number {
  return one.running - other.running || one.tookLast - other.tookLast;
}

function nameOf({ party, key }: Holder): string {
  return `${party} ${key}`;
}
