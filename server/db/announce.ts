import pg from "pg";
import { getLogger } from "@/server/platform/logger";
import { getPool } from "./pool";
import type { Queryable } from "./query";

/** Live pages and the work plane watch topics. A topic names whose data changed; the watcher reads the data itself. */
export type Topic =
  | `account:${string}`
  | `member:${string}`
  | `session:${string}`
  /** Of a call that a process asked Inngest for. */
  | `round-trip:${string}`
  /** A tenant's in one environment. */
  | `tenant:${string}:${"live" | "test"}`
  /** For the process that does the background work. */
  | `work:${string}`;

/** One channel for all: who listens filters. */
export const CHANNEL = "closed_loop_live";

/** Changes of this long travel in one NOTIFY. NOTIFY makes commits wait for each other, so no operation has its own. */
const GATHER_MS = 40;
/** PostgreSQL takes payloads of under 8,000 bytes. */
const MAX_PAYLOAD = 7_500;
/** Beyond it pages learn of the rest at their next poll. */
const MAX_GATHERED = 10_000;

interface Gathered {
  readonly topics: Set<Topic>;
  timer: NodeJS.Timeout | null;
}

const gathered: Gathered = { topics: new Set(), timer: null };
const uncommitted = new WeakMap<object, Set<Topic>>();

/**
 * Notifies live pages that something changed, once it is committed: at once for what the pool ran, at the commit for what
 * a transaction ran. Costs the caller no query, and may be lost with the process: pages also poll.
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

/** For the end of a transaction: what it announced goes out if it was committed, else it is forgotten. */
export function finishAnnouncements(client: object, isCommitted: boolean): void {
  const waiting = uncommitted.get(client);
  uncommitted.delete(client);
  if (waiting && isCommitted) gather([...waiting]);
}

/** For tests that close the pool while the process goes on: what is not announced yet is dropped. */
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
