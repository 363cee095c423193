import { setTimeout as sleep } from "node:timers/promises";
import type { Topic } from "@/server/db/announce";
import { isListenerClosed, listenTo } from "@/server/db/listen";

/** Even when nothing happens a watcher comes by this often: its session may have ended meanwhile. */
const AT_LEAST_EVERY_MS = 30_000;

export type Watched = "ready" | "changed" | "idle";

interface Watch {
  readonly signal: AbortSignal;
  /** Changes that follow sooner than this are announced with the next one. */
  readonly atMostEveryMs: number;
}

/**
 * Yields `ready` once it listens: whatever is announced from then on is not missed. Then whenever one of the topics was
 * announced, and every 30 seconds: `changed` tells the two apart. What came while the watcher was busy is one change. Ends
 * with the signal or the process.
 */
export async function* watchTopics(
  topics: readonly Topic[],
  { signal, atMostEveryMs }: Watch,
): AsyncGenerator<Watched> {
  const latch = new Latch();
  const stopListening = listenTo(topics, () => latch.set());
  signal.addEventListener("abort", () => latch.set());
  try {
    yield "ready";
    while (!signal.aborted && !isListenerClosed()) {
      const isChanged = await latch.wait(AT_LEAST_EVERY_MS);
      if (signal.aborted || isListenerClosed()) return;
      yield isChanged ? "changed" : "idle";
      if (isChanged && atMostEveryMs > 0)
        await sleep(atMostEveryMs, undefined, { signal, ref: false }).catch(() => null);
    }
  } finally {
    stopListening();
  }
}

/** Stays set until someone has waited for it. */
class Latch {
  #isSet = false;
  #wake: (() => void) | null = null;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** True if it rang, now or since the last wait; false after the time is over. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#isSet) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.#wake = null;
    }
    const isChanged = this.#isSet;
    this.#isSet = false;
    return isChanged;
  }
}
