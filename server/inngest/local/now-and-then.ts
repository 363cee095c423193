/** Work that is worth doing again only a while after its end, however long it took. The first time is at once. */
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
