/** Work that is done at most so many at a time; what is beyond waits for its turn, in the order in which it came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(private readonly max: () => number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.max()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }
}
