import type { Topic } from "@/server/db/announce";
import { isListenerClosed, listenTo } from "@/server/db/listen";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { MemberCaller } from "../caller";

/** Even when nothing happens a watcher comes by this often: its session may have ended meanwhile. */
const AT_LEAST_EVERY_MS = 30_000;

/**
 * Yields whenever something of the member's, or the session it watches with, may have changed, and every 30 seconds:
 * `changed` tells the two apart. What came while the watcher was busy is one change. Ends with the signal or the process.
 */
export async function* watchMember(
  caller: MemberCaller,
  input: { readonly sessionId: RecordId; readonly signal: AbortSignal },
): AsyncGenerator<"changed" | "idle"> {
  const { signal } = input;
  const bell = new Bell();
  const stopListening = listenTo(await topicsOf(caller, input.sessionId), () => bell.ring());
  signal.addEventListener("abort", () => bell.ring());
  try {
    while (!signal.aborted && !isListenerClosed()) {
      const hasRung = await bell.wait(AT_LEAST_EVERY_MS);
      if (signal.aborted || isListenerClosed()) return;
      yield hasRung ? "changed" : "idle";
    }
  } finally {
    stopListening();
  }
}

async function topicsOf({ memberId }: MemberCaller, sessionId: RecordId): Promise<Topic[]> {
  const accounts = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM accounts WHERE member_id = ${memberId} ORDER BY created_at, id LIMIT 100`,
  );
  return [`member:${memberId}`, `session:${sessionId}`, ...accounts.map(({ id }): Topic => `account:${id}`)];
}

/** Remembers that it rang until somebody waits for it. */
class Bell {
  #hasRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** True if it rang, now or since the last wait; false after the time is over. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#hasRung) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.#wake = null;
    }
    const hasRung = this.#hasRung;
    this.#hasRung = false;
    return hasRung;
  }
}
