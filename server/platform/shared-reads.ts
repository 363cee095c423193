import { setTimeout as sleep } from "node:timers/promises";

/** After a read, the same is not read again for this many times as long as it took. */
const PAUSE = 4;
/** The most that a pause lasts, since someone waits. */
const LONGEST_PAUSE_MS = 2_000;

interface Time {
  /** Milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const REAL_TIME: Time = { now: () => performance.now(), sleep: (ms) => sleep(ms, undefined, { ref: false }) };

/**
 * Reads once for all who look at the same thing. Each gets a read that began after it asked, so nothing it is shown is older
 * than its question. A pause follows each read: however many look, and however much there is to read, it takes a fifth of
 * one connection. Who looks alone notices nothing.
 */
export class SharedReads<T> {
  /** Reads that have not begun, by name: whoever asks now may share them. */
  readonly #next = new Map<string, Promise<T>>();
  /** Reads under way and the pauses after them. */
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
