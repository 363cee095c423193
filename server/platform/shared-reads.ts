import { setTimeout as sleep } from "node:timers/promises";

/** After a read, the next waits this many times as long as it took. */
const PAUSE = 4;
/** Upper limit of that pause, since someone is waiting. */
const LONGEST_PAUSE_MS = 2_000;

interface Time {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const REAL_TIME: Time = { now: () => performance.now(), sleep: (ms) => sleep(ms, undefined, { ref: false }) };

/**
 * Combines concurrent reads of the same thing. Every caller gets a read that started after it asked, so its result is never
 * older than the question. A pause follows each read, so that reading takes at most a fifth of one connection however many
 * callers there are. A lone caller notices nothing.
 */
export class SharedReads<T> {
  readonly #next = new Map<string, Promise<T>>();
  readonly #before = new Map<string, Promise<void>>();

  constructor(private readonly time = REAL_TIME) {}

  read(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#next.get(name);
    if (known) return known;
    const read = this.#readAfterOthers(name, work);
    this.#next.set(name, read);
    return read;
  }

  async #readAfterOthers(name: string, work: () => Promise<T>): Promise<T> {
    await this.#before.get(name);
    this.#next.delete(name);
    const reading = work();
    const end = this.#pauseAfter(reading).finally(() => {
      if (this.#before.get(name) === end) this.#before.delete(name);
    });
    this.#before.set(name, end);
    return reading;
  }

  async #pauseAfter(reading: Promise<T>): Promise<void> {
    const began = this.time.now();
    await reading.catch(() => undefined);
    await this.time.sleep(Math.min(LONGEST_PAUSE_MS, PAUSE * (this.time.now() - began)));
  }
}
