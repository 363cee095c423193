import { type DedicatedConnection, openDedicatedConnection } from "@/server/db/dedicated-connection";
import type { Sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import { CHANNEL } from "./receive-events";

const BEAT_MS = 10_000;
const RECONNECT_MS = 1_000;

/** The query that extends this process's claims; null if it has none. */
type Heartbeat = () => Sql | null;

/** Wakes the engine for new work and keeps its claims alive, on a connection outside the pool. */
export class Pulse {
  readonly #heartbeat: Heartbeat;
  readonly #beatMs: number;
  #connection: DedicatedConnection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isAwake = false;
  #wakeUp: () => void = () => undefined;
  isStopped = false;

  constructor(heartbeat: Heartbeat, beatMs: number = BEAT_MS) {
    this.#heartbeat = heartbeat;
    this.#beatMs = beatMs;
  }

  start(): void {
    void this.#connect();
    this.#timer = setInterval(() => void this.#beat(), this.#beatMs);
  }

  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  /** Waits until woken, or for `ms`. A wake-up since the last wait counts. */
  async wait(ms: number): Promise<void> {
    if (!this.#isAwake && !this.isStopped) await this.#sleep(ms);
    this.#isAwake = false;
  }

  async pause(ms: number): Promise<void> {
    if (!this.isStopped) await this.#sleep(ms);
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = () => undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#connection?.close().catch(() => undefined);
    this.#connection = null;
  }

  async #connect(): Promise<void> {
    const onLost = () => {
      this.#connection = null;
      if (!this.isStopped) setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
    };
    try {
      const connection = await openDedicatedConnection({ channel: CHANNEL, onNotice: () => this.wake(), onLost });
      if (this.isStopped) return await connection.close();
      this.#connection = connection;
      // Notifications may have been missed before.
      this.wake();
    } catch {
      onLost();
    }
  }

  async #beat(): Promise<void> {
    const query = this.#heartbeat();
    if (!query) return;
    try {
      await this.#connection?.run(query);
    } catch (error) {
      getLogger().warn({ reason: String(error) }, "the engine could not extend its leases");
    }
  }
}
