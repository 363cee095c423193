import type { Topic } from "@/server/db/announce";
import { listenToAll } from "@/server/db/listen";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { bindWork, type Found, wake } from "@/server/domain/wake";

export type PushQueue = (memberIds: readonly string[]) => Promise<void>;

/** Topics between two hand-overs; the sweep finds the rest. */
const MOST = 2_000;
const WATCHED = /^(account|member):/;

interface State {
  queue: PushQueue | null;
  readonly touched: Set<Topic>;
  stopListening: (() => void) | null;
}

const state: State = { queue: null, touched: new Set(), stopListening: null };

/**
 * For composition roots: members are handed over as soon as any process announces a change of theirs. Uses the announcements of
 * live pages, so that no use case can forget pushes. Null ends it.
 */
export function bindPushQueue(queue: PushQueue | null): void {
  state.queue = queue;
  state.stopListening?.();
  state.stopListening = queue && listenToAll(wakePushes);
  bindWork("pushes", queue && handOver);
}

function wakePushes(topics: readonly Topic[]): void {
  const watched = topics.filter((topic) => WATCHED.test(topic) && state.touched.size < MOST);
  for (const topic of watched) state.touched.add(topic);
  if (watched.length > 0) wake("pushes");
}

/** The touched members with a device to notify; nearly always none. */
async function handOver(): Promise<Found> {
  const topics = [...state.touched];
  state.touched.clear();
  const idsOf = (kind: string) => topics.flatMap((topic) => (topic.startsWith(kind) ? [topic.slice(kind.length)] : []));
  const rows = await query<{ memberId: string }>(
    getPool(),
    sql`WITH touched AS (
        SELECT unnest(${idsOf("member:")}::text[]) AS member_id
        UNION SELECT member_id FROM accounts WHERE id = ANY(${idsOf("account:")}::text[])
      )
      SELECT member_id FROM touched t WHERE EXISTS (SELECT 1 FROM roles r
        JOIN push_devices d ON d.user_id = r.user_id WHERE r.member_id = t.member_id)`,
  );
  if (rows.length > 0) await state.queue?.(rows.map(({ memberId }) => memberId));
  return { isMore: false };
}
