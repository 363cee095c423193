export class OneByOne {
  readonly #left: number[];
  readonly #ofDay: number[];
  readonly #held: { card: number; total: number; isSale: boolean; increments: number }[] = [];

  constructor(
    funds: readonly number[],
    daily: number | null,
    private readonly ofTransaction: number | null,
  ) {
    this.#left = [...funds];
    this.#ofDay = funds.map(() => daily ?? Number.POSITIVE_INFINITY);
  }

  ask(card: number, amount: number, isSale: boolean): string {
    const code = this.#take(card, amount, amount);
    const total = code === "00" ? amount : 0;
    this.#held.push({ card, total, isSale: isSale || code !== "00", increments: 0 });
    return code;
  }

  increment(of: number, amount: number): string {
    const hold = this.#held[of];
    if (!hold || hold.isSale) return "DomainError";
    const code = this.#take(hold.card, amount, hold.total + amount);
    if (code === "00") this.#held[of] = { ...hold, total: hold.total + amount, increments: hold.increments + 1 };
    return code;
  }

  families(): (readonly [bigint, number])[] {
    return this.#held.map(({ total, increments }) => [BigInt(total), increments] as const);
  }

  #take(card: number, amount: number, transaction: number): string {
    if (this.ofTransaction !== null && transaction > this.ofTransaction) return "61";
    if (amount > (this.#ofDay[card] ?? 0)) return "61";
    if (amount > (this.#left[card] ?? 0)) return "51";
    this.#left[card] = (this.#left[card] ?? 0) - amount;
    this.#ofDay[card] = (this.#ofDay[card] ?? 0) - amount;
    return "00";
  }
}
