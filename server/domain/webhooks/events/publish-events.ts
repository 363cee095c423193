import { runInTransaction, type Standing } from "@/server/db/guarded";
import { rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { AT_ONCE } from "@/server/db/write";
import { wake } from "@/server/domain/wake";
import type { EventType, NewEvent } from "./event";
import { hasSubscribers, type Published, recordEvents, type Subscriber, selectSubscribersOf } from "./record-event";

/** For a query that writes several events of one cause. */
export async function findSubscribers(
  { tenantId, environment, facts: { merchant } }: Pick<NewEvent, "tenantId" | "environment" | "facts">,
  types: readonly EventType[],
  db: Queryable = getPool(),
): Promise<readonly Subscriber[]> {
  const of = {
    tenantId: sql`${tenantId}`,
    environment: sql`${environment}::environment`,
    merchantId: sql`${merchant}::text`,
  };
  const [row] = await query<{ subscribers: readonly Subscriber[] }>(
    db,
    sql`SELECT ${selectSubscribersOf(of, types)} AS subscribers`,
  );
  return row?.subscribers ?? [];
}

export type Publish = (events: readonly NewEvent[]) => Promise<void>;

/** For several queries with events in one transaction; wakes deliveries after the commit if anyone subscribes. */
export async function publishing<T>(
  work: (db: Queryable, publish: Publish) => Promise<T>,
  standing?: Standing,
): Promise<T> {
  let isHeard = false;
  const result = await runInTransaction((db) => {
    isHeard = false;
    return work(db, async (events) => {
      isHeard = (await publishIn(db, events)) || isHeard;
    });
  }, standing);
  if (isHeard) wake("deliveries");
  return result;
}

/** In the transaction of the events' cause. Returns whether anyone subscribes; then wake deliveries after the commit. */
export async function publishIn(db: Queryable, events: readonly NewEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  const published = await withSubscribers(db, events);
  await query(db, sql`WITH ${recordEvents(published, AT_ONCE)} SELECT 1`);
  return hasSubscribers(published);
}

/** For a query that writes these events itself. */
export async function withSubscribers(db: Queryable, events: readonly NewEvent[]): Promise<readonly Published[]> {
  if (events.length === 0) return [];
  const subscribers = await readSubscribers(db, events);
  return events.map((event) => ({ event, subscribers: subscribers.get(placeOf(event)) ?? [] }));
}

const placeOf = ({ tenantId, environment, facts: { merchant } }: NewEvent) =>
  `${tenantId} ${environment} ${merchant ?? ""}`;

async function readSubscribers(
  db: Queryable,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<string, readonly Subscriber[]>> {
  const places = new Map(
    events.map((event) => {
      const place = placeOf(event);
      return [
        place,
        { place, tenantId: event.tenantId, environment: event.environment, merchant: event.facts.merchant },
      ];
    }),
  );
  const types = [...new Set(events.map(({ type }) => type))];
  const of = { tenantId: sql`i.tenant_id`, environment: sql`i.environment`, merchantId: sql`i.merchant` };
  const rows = await query<{ readonly place: string; readonly subscribers: readonly Subscriber[] }>(
    db,
    sql`SELECT i.place, ${selectSubscribersOf(of, types)} AS subscribers
      FROM json_to_recordset(${rowsAsJson([...places.values()])}::json)
        AS i(place text, tenant_id text, environment environment, merchant text)`,
  );
  return new Map(rows.map(({ place, subscribers: found }) => [place, found]));
}
