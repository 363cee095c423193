/** When a request was sent and answered, by `performance.now()`, which isn't affected by clock changes. */
interface Exchange {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * The server's time on a device whose own clock may be wrong. A page or answer was stamped between its request and its receipt,
 * which bounds the offset. The first reading takes the upper bound, because the server stamps a page before it renders it.
 * Later readings keep an offset within the bounds, so that seconds don't jump, or else move it to the nearest bound.
 */
export class ServerClock {
  /** The server's time minus the device's monotonic time. Null: no reading yet. */
  #offsetMs: number | null = null;
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** `precisionMs`: the server's time was truncated to a multiple of it. */
  hear(saidMs: number, { sentAt, receivedAt }: Exchange, precisionMs = 0): void {
    const [least, most] = [saidMs - receivedAt, saidMs + precisionMs - sentAt];
    this.#offsetMs = this.#offsetMs === null ? most : Math.min(Math.max(this.#offsetMs, least), most);
  }

  get isSet(): boolean {
    return this.#offsetMs !== null;
  }

  now(): number {
    return this.#elapsed() + (this.#offsetMs ?? 0);
  }
}
