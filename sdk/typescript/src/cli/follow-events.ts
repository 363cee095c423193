import { setTimeout as pause } from "node:timers/promises";
import { type ClosedLoop, NoAnswerError, RateLimitError, type Schemas, ServiceError } from "../index.ts";
import type { Profile } from "./profiles.ts";

export type EventRecord = Schemas["EventRecord"];

const POLL_MS = 1_000;
/** An event may be committed after later ones were read, so the last seconds are read again. */
const LATE_MS = 5_000;
const MOST = 100;

export interface Followed {
  /** Begins with what happened since then. */
  readonly since?: Date | undefined;
  /** Begins with so many that happened before, up to 100; 0 by default. */
  readonly newest?: number;
  readonly type?: string | undefined;
  readonly signal: AbortSignal;
  /** Told when the service doesn’t answer, or not yet; it is asked again. */
  readonly onTrouble: (message: string) => void;
}

function eventsOf(loop: ClosedLoop, profile: Profile) {
  const isTenant = profile.apiKey !== undefined && profile.merchant === undefined;
  return isTenant ? loop.listEvents : (loop.listMerchantEvents as unknown as ClosedLoop["listEvents"]);
}

/**
 * Batches of new events, the oldest first, by cursor; an empty batch when there are none. Each event comes once. Ends when `signal` is
 * aborted.
 */
export async function* followEvents(
  loop: ClosedLoop,
  profile: Profile,
  followed: Followed,
): AsyncGenerator<EventRecord[]> {
  const { since, newest = 0, type, signal, onTrouble } = followed;
  const list = eventsOf(loop, profile);
  const filter = { limit: MOST, ...(type ? { type } : {}) };
  const first: EventRecord[] = [];
  if (since === undefined) first.push(...(await list(filter)).data);
  else for await (const event of list({ ...filter, created: { gte: since.toISOString() } })) first.push(event);
  first.reverse();
  let cursor = placeIn(first) ?? first[0]?.id;
  let seen = new Set(first.map(({ id }) => id));
  yield inOrder(since === undefined ? (newest === 0 ? [] : first.slice(-newest)) : first);
  while (!signal.aborted) {
    await pause(POLL_MS, null, { signal }).catch(() => {});
    if (signal.aborted) return;
    const found: EventRecord[] = [];
    try {
      if (cursor === undefined) for await (const event of list(filter)) found.unshift(event);
      let edge = cursor;
      for (let hasMore = edge !== undefined; hasMore && edge !== undefined; ) {
        const page: Schemas["EventList"] = await list({ ...filter, ending_before: edge });
        found.push(...[...page.data].reverse());
        edge = page.data[0]?.id;
        hasMore = page.hasMore;
      }
    } catch (error) {
      const mayPass = [NoAnswerError, RateLimitError, ServiceError].some((kind) => error instanceof kind);
      if (!(mayPass && error instanceof Error)) throw error;
      onTrouble(error.message);
      continue;
    }
    const news = found.filter(({ id }) => !seen.has(id));
    seen = new Set(found.map(({ id }) => id));
    cursor = placeIn(found) ?? cursor;
    yield inOrder(news);
  }
}

/** Events of one moment are listed by their ids; those of one record happened by their sequence. */
function inOrder(events: readonly EventRecord[]): EventRecord[] {
  return [...events].sort(
    (one, other) => one.createdAt.localeCompare(other.createdAt) || one.sequence - other.sequence,
  );
}

function placeIn(events: readonly EventRecord[]): string | undefined {
  const until = Date.parse(events.at(-1)?.createdAt ?? "") - LATE_MS;
  return events.findLast(({ createdAt }) => Date.parse(createdAt) <= until)?.id;
}
