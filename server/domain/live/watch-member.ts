import type { Topic } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { MemberCaller } from "../caller";
import { watchTopics } from "./watch-topics";

/** Yields whenever something of the member's, or the session it watches with, may have changed: see `watchTopics`. */
export async function* watchMember(
  caller: MemberCaller,
  input: { readonly sessionId: RecordId; readonly signal: AbortSignal },
): AsyncGenerator<"changed" | "idle"> {
  yield* watchTopics(await topicsOf(caller, input.sessionId), { signal: input.signal, atMostEveryMs: 0 });
}

async function topicsOf({ memberId }: MemberCaller, sessionId: RecordId): Promise<Topic[]> {
  const accounts = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM accounts WHERE member_id = ${memberId} ORDER BY created_at, id LIMIT 100`,
  );
  return [`member:${memberId}`, `session:${sessionId}`, ...accounts.map(({ id }): Topic => `account:${id}`)];
}
