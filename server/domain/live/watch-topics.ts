import { setTimeout as sleep } from "node:timers/promises";
import type { Topic } from "@/server/db/announce";
import { isListenerClosed, listenTo } from "@/server/db/listen";
import type { RecordId } from "@/server/platform/ids";
import type { MemberCaller, StaffCaller } from "../caller";
import { listAccounts } from "../members";

/** A watcher is woken this often without changes, since its session may have ended. */
const AT_LEAST_EVERY_MS = 30_000;

export type Watched = "ready" | "changed" | "idle";

interface Watch {
  readonly signal: AbortSignal;
  /** Changes that follow sooner are merged into the next one. */
  readonly atMostEveryMs: number;
}

/**
 * Yields `ready` once it listens, so that nothing announced afterwards is missed; then `changed` when a topic was announced,
 * and `idle` every 30 seconds. Changes that come while the consumer is busy are merged. Ends with the signal or the process.
 */
async function* watchTopics(topics: readonly Topic[], { signal, atMostEveryMs }: Watch): AsyncGenerator<Watched> {
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

/** Stays set until awaited. */
class Latch {
  #isSet = false;
  #wake: (() => void) | null = null;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** True if set, now or since the last wait; false after the timeout. */
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

/** A tenant may have thousands of payments a second, and its pages read a lot each time. */
const AT_MOST_EVERY_MS = 1_000;

/** Like `watchMember`, for the tenant in this environment, at most once a second; see `watchTopics`. */
export function watchTenant(
  { tenantId, environment }: StaffCaller,
  { sessionId, signal }: { readonly sessionId: RecordId; readonly signal: AbortSignal },
): AsyncGenerator<Watched> {
  const topics = [`tenant:${tenantId}:${environment}`, `session:${sessionId}`] as const;
  return watchTopics(topics, { signal, atMostEveryMs: AT_MOST_EVERY_MS });
}

/** Yields when something of the member's, or of the watching session, may have changed; see `watchTopics`. */
export async function* watchMember(
  caller: MemberCaller,
  input: { readonly sessionId: RecordId; readonly signal: AbortSignal },
): AsyncGenerator<Watched> {
  yield* watchTopics(await topicsOf(caller, input.sessionId), { signal: input.signal, atMostEveryMs: 0 });
}

async function topicsOf(caller: MemberCaller, sessionId: RecordId): Promise<Topic[]> {
  const accounts = await listAccounts(caller);
  return [`member:${caller.memberId}`, `session:${sessionId}`, ...accounts.map(({ id }): Topic => `account:${id}`)];
}
