import { processSingleton } from "./singleton";

/** Up to this many requests are always begun: so few do not slow each other down. */
const ALWAYS = 64;
/** When even the fastest answer takes longer, a new request would wait longer than a till should. */
const LONGEST_WAIT_MS = 200;
/** While more keep coming than can be answered, room shrinks to this many: enough for full batches, and a short wait. */
const LEAST_ROOM = 96;
/** How often the room is looked at, what a refusal leaves of it, and what it gains without one. */
const STEP_MS = 50;
const LEFT = 0.75;
const GAIN = 16;
/** How far back the fastest answer is looked for. */
const WINDOW_MS = 100;
/** After this long without an answer, earlier ones say nothing about the next. */
const FORGOTTEN_AFTER_MS = 1_000;

/**
 * Whether a request is begun or turned away at once. Beyond a number under way none is, and while some are turned away the
 * number shrinks: a moment that stood still may fill all of the room, but what keeps it full is too much, and a long queue
 * answers no more than a short one. Before that, what counts is how long they wait: a slow answer among fast ones is slow by
 * itself, but where the fastest answer of late is slow, all stand in one queue, and who joins it makes it longer for everyone.
 * Times are those of the caller's clock, in milliseconds.
 */
export class Admission {
  readonly #most: () => number;
  #underWay = 0;
  /** Of the window under way, and of the last one before it in which something was answered. */
  #fastest = Number.POSITIVE_INFINITY;
  #fastestBefore = 0;
  #windowBegan = 0;
  #room = Number.POSITIVE_INFINITY;
  #hasRefused = false;
  #stepBegan = 0;

  constructor(most: () => number) {
    this.#most = most;
  }

  isOpen(at: number): boolean {
    if (this.#underWay >= this.#roomAt(at)) {
      this.#hasRefused = true;
      return false;
    }
    return this.#underWay < ALWAYS || this.#fastestOfLate(at) <= LONGEST_WAIT_MS;
  }

  begin(): void {
    this.#underWay += 1;
    ofProcess.underWay += 1;
  }

  /** Without an answer: of a request that waits for its sender, not for us. */
  leave(): void {
    this.#underWay -= 1;
    ofProcess.underWay -= 1;
  }

  end(begunAt: number, at: number): void {
    this.leave();
    if (at - this.#windowBegan >= WINDOW_MS) {
      this.#fastestBefore = at - this.#windowBegan < FORGOTTEN_AFTER_MS ? this.#fastest : 0;
      this.#fastest = Number.POSITIVE_INFINITY;
      this.#windowBegan = at;
    }
    this.#fastest = Math.min(this.#fastest, at - begunAt);
  }

  #roomAt(at: number): number {
    const most = this.#most();
    const room = Math.min(this.#room, most);
    const steps = Math.floor((at - this.#stepBegan) / STEP_MS);
    if (steps <= 0) return room;
    const isShrinking = this.#hasRefused && steps === 1;
    this.#room = isShrinking ? Math.max(room * LEFT, Math.min(LEAST_ROOM, most)) : Math.min(room + steps * GAIN, most);
    this.#hasRefused = false;
    this.#stepBegan = at;
    return this.#room;
  }

  #fastestOfLate(at: number): number {
    if (at - this.#windowBegan >= FORGOTTEN_AFTER_MS) return 0;
    return Math.min(this.#fastest, at - this.#windowBegan < WINDOW_MS ? this.#fastestBefore : this.#fastest);
  }
}

/** With more under way in a process they wait for its processor, not just for the database. */
const FEW = 8;

const ofProcess = processSingleton("requests-under-way", () => ({ underWay: 0 }));

/** Whether requests compete for this process's processor at the moment: what can wait a little then does. */
export function areRequestsMany(): boolean {
  return ofProcess.underWay > FEW;
}
