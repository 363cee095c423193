/** When a request was sent and answered, by a clock that no one sets: `performance.now()`. */
interface Exchange {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * The server's time on a device whose own clock may be wrong. What a page or an answer says of it bounds it: the server
 * wrote that between the request and the answer. The first, a page's, is the latest it can be: the server says it before
 * it makes the rest. After that a reading within the bounds stays, so that seconds don't jump; else it goes as far as it
 * must.
 */
export class ServerClock {
  /** The server's time less the device's monotonic one. Null: nothing was heard yet. */
  #offsetMs: number | null = null;
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** `precisionMs`: the server's time was cut down to a multiple of it. */
  hear(saidMs: number, { sentAt, receivedAt }: Exchange, precisionMs = 0): void {
    const [least, most] = [saidMs - receivedAt, saidMs + precisionMs - sentAt];
    this.#offsetMs = this.#offsetMs === null ? most : Math.min(Math.max(this.#offsetMs, least), most);
  }

  get isSet(): boolean {
    return this.#offsetMs !== null;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#elapsed() + (this.#offsetMs ?? 0);
  }
}
