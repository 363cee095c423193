/** Work that is worth doing again only after a while. The first time is at once. */
export class NowAndThen {
  #nextAt = 0;

  constructor(readonly everyMs: number) {}

  async run(work: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#nextAt) return;
    this.#nextAt = performance.now() + this.everyMs;
    await work();
  }
}
