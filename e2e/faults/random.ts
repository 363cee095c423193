/** A deterministic random generator (mulberry32, seeded by FNV-1a). */
export class Random {
  #state = 0x811c9dc5;

  constructor(readonly seed: string) {
    for (const character of seed) {
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
  }

  /** From 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const once = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61));
    return ((twice ^ (twice >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends are included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** An independent sequence, not affected by how many numbers were drawn here. */
  fork(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }
}
