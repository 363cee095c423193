import { setTimeout as pause } from "node:timers/promises";
import {
  type CallOptions,
  type ClosedLoop,
  type List,
  NoAnswerError,
  RateLimitError,
  type Schemas,
  ServiceError,
} from "../index.ts";
import type { Profile } from "./profiles.ts";

export type EventRecord = Schemas["EventRecord"];
export type RequestRecord = Schemas["RequestRecord"];

interface Placed {
  readonly id: string;
  readonly createdAt: string;
  /** Its place among those of the same record and moment. */
  readonly sequence?: number;
}

interface Filter {
  readonly limit: number;
  readonly created?: { readonly gte: string };
  readonly starting_after?: string;
  readonly ending_before?: string;
}

type ListOf<Item extends Placed> = (
  filter: Filter,
  options?: CallOptions,
) => List<{ readonly data: readonly Item[]; readonly hasMore: boolean }>;

const POLL_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** A record may be committed after later ones were read, so the last seconds are read again. */
const LATE_MS = 5_000;
const PAGE = 100;
/** As far back as the newest wanted records are looked for. */
const MOST_LOOKED_THROUGH = 1_000;

export interface Followed<Item extends Placed> {
  /** Begins with what happened since then. */
  readonly since?: Date | undefined;
  /** Begins with so many that happened before; 0 by default. */
  readonly newest?: number;
  readonly isWanted?: ((item: Item) => boolean) | undefined;
  /** Lists fewer records than all, so that the newest wanted ones are found further back. */
  readonly narrowed?: ListOf<Item> | undefined;
  readonly signal: AbortSignal;
  /** Told when the service doesn’t answer, or not yet; it is asked again. */
  readonly onTrouble: (message: string) => void;
}

/** Follows the events of one type, or of all. */
export function eventsOf(loop: ClosedLoop, profile: Profile, type?: string): ListOf<EventRecord> {
  const isTenant = profile.apiKey !== undefined && profile.merchant === undefined;
  const list = isTenant ? loop.listEvents : (loop.listMerchantEvents as unknown as ClosedLoop["listEvents"]);
  return (filter, options) => list({ ...filter, ...(type && { type }) }, options);
}

/**
 * Batches of new records, the oldest first, by cursor; an empty batch when there are none. Each record comes once. Ends when `signal` is
 * aborted.
 */
export async function* follow<Item extends Placed>(
  list: ListOf<Item>,
  { since, newest = 0, isWanted = () => true, narrowed = list, signal, onTrouble }: Followed<Item>,
): AsyncGenerator<Item[]> {
  const first: Item[] = [];
  if (since === undefined) first.push(...(await list({ limit: PAGE })).data);
  else for await (const item of list({ limit: PAGE, created: { gte: since.toISOString() } })) first.push(item);
  let cursor = placeIn(first.toReversed()) ?? first.at(-1)?.id;
  let seen = new Set(first.map(({ id }) => id));
  const shown = first.filter(isWanted);
  if (since === undefined && newest > shown.length && first.length === PAGE)
    shown.push(...(await lookFurther(narrowed, first, newest - shown.length, isWanted)));
  yield inOrder((since === undefined ? shown.slice(0, newest) : shown).toReversed());
  while (!signal.aborted) {
    await pause(POLL_MS, null, { signal }).catch(() => {});
    if (signal.aborted) return;
    const found: Item[] = [];
    const options = { signal, timeoutMs: TIMEOUT_MS };
    try {
      if (cursor === undefined) for await (const item of list({ limit: PAGE }, options)) found.unshift(item);
      let edge = cursor;
      for (let hasMore = edge !== undefined; hasMore && edge !== undefined; ) {
        const page = await list({ limit: PAGE, ending_before: edge }, options);
        found.push(...page.data.toReversed());
        edge = page.data[0]?.id;
        hasMore = page.hasMore;
      }
    } catch (error) {
      if (signal.aborted) return;
      const mayPass = [NoAnswerError, RateLimitError, ServiceError].some((kind) => error instanceof kind);
      if (!(mayPass && error instanceof Error)) throw error;
      onTrouble(error.message);
      yield [];
      continue;
    }
    const news = found.filter(({ id }) => !seen.has(id));
    seen = new Set(found.map(({ id }) => id));
    cursor = placeIn(found) ?? cursor;
    yield inOrder(news.filter(isWanted));
  }
}

async function lookFurther<Item extends Placed>(
  list: ListOf<Item>,
  newer: readonly Item[],
  most: number,
  isWanted: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  let edge = newer.at(-1)?.id;
  for (let looked = newer.length; edge !== undefined && found.length < most && looked < MOST_LOOKED_THROUGH; ) {
    const { data, hasMore } = await list({ limit: PAGE, starting_after: edge });
    found.push(...data.filter(isWanted));
    looked += data.length;
    edge = hasMore ? data.at(-1)?.id : undefined;
  }
  return found;
}

/** Records of one moment are listed by their ids; what happened to one record happened by its sequence. */
function inOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (one, other) => one.createdAt.localeCompare(other.createdAt) || (one.sequence ?? 0) - (other.sequence ?? 0),
  );
}

function placeIn(items: readonly Placed[]): string | undefined {
  const until = Date.parse(items.at(-1)?.createdAt ?? "") - LATE_MS;
  return items.findLast(({ createdAt }) => Date.parse(createdAt) <= until)?.id;
}
