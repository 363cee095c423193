import pg from "pg";
import { getLogger } from "@/server/platform/logger";
import { getPool } from "./pool";
import type { Queryable } from "./query";

/**
 * Topics that live pages and the work plane watch. A topic only names whose data changed; the watcher reads the data itself.
 */
export type Topic =
  | `account:${string}`
  | `member:${string}`
  | `session:${string}`
  /** An awaited response from Inngest. */
  | `round-trip:${string}`
  | `tenant:${string}:${"live" | "test"}`
  | `work:${string}`;

export const CHANNEL = "closed_loop_live";

/** Changes are gathered for this long and sent in one NOTIFY, because each NOTIFY serializes commits. */
const GATHER_MS = 40;
/** PostgreSQL limits payloads to under 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
/** Further topics are dropped; pages find out at their next poll. */
const MAX_GATHERED = 10_000;

interface Gathered {
  readonly topics: Set<Topic>;
  timer: NodeJS.Timeout | null;
}

const gathered: Gathered = { topics: new Set(), timer: null };
const uncommitted = new WeakMap<object, Set<Topic>>();

/**
 * Notifies live pages of a change once it is committed: immediately for the pool, at commit for a transaction. Costs no extra
 * query, and may be lost if the process dies, so pages also poll.
 */
export function announce(db: Queryable, ...topics: readonly Topic[]): void {
  if (db instanceof pg.Pool) {
    gather(topics);
    return;
  }
  const waiting = uncommitted.get(db) ?? new Set<Topic>();
  for (const topic of topics) waiting.add(topic);
  uncommitted.set(db, waiting);
}

/** Sends a transaction's announcements if it was committed, otherwise drops them. */
export function finishAnnouncements(client: object, isCommitted: boolean): void {
  const waiting = uncommitted.get(client);
  uncommitted.delete(client);
  if (waiting && isCommitted) gather([...waiting]);
}

/** Before the pool closes: sends what was gathered. */
export async function sendAnnouncements(): Promise<void> {
  if (!gathered.timer) return;
  clearTimeout(gathered.timer);
  await send();
}

/** For tests that close the pool but keep running: drops what hasn't been sent. */
export function forgetAnnouncements(): void {
  if (gathered.timer) clearTimeout(gathered.timer);
  gathered.timer = null;
  gathered.topics.clear();
}

function gather(topics: readonly Topic[]): void {
  for (const topic of topics) if (gathered.topics.size < MAX_GATHERED) gathered.topics.add(topic);
  if (gathered.timer || gathered.topics.size === 0) return;
  gathered.timer = setTimeout(send, GATHER_MS);
  gathered.timer.unref();
}

async function send(): Promise<void> {
  const payloads = inPayloads([...gathered.topics]);
  gathered.topics.clear();
  gathered.timer = null;
  try {
    await getPool().query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", [CHANNEL, payloads]);
  } catch (error) {
    getLogger().warn({ error: error instanceof Error ? error.message : String(error) }, "live pages were not notified");
  }
}

function inPayloads(topics: readonly Topic[]): string[] {
  const payloads: string[] = [];
  for (const topic of topics) {
    const last = payloads.at(-1);
    if (last === undefined || last.length + topic.length + 1 > MAX_PAYLOAD) payloads.push(topic);
    else payloads[payloads.length - 1] = `${last} ${topic}`;
  }
  return payloads;
}
