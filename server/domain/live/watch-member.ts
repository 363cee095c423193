import type { Topic } from "@/server/db/announce";
import type { RecordId } from "@/server/platform/ids";
import type { MemberCaller } from "../caller";
import { listAccounts } from "../members";
import { type Watched, watchTopics } from "./watch-topics";

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
