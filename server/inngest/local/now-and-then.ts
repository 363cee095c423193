/** Limits how often work is repeated, counted from its end. The first time is immediate. */
export class NowAndThen {
  #nextAt = 0;

  constructor(readonly everyMs: number) {}

  async run(work: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#nextAt) return;
    try {
      await work();
    } finally {
      this.#nextAt = performance.now() + this.everyMs;
    }
  }
}
