import { isLostRace } from "@/server/db/errors";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { getLogger } from "@/server/platform/logger";
import { UnavailableError } from "@/server/platform/unavailable";
import { type EventRecord, matches, valueAt } from "./expressions";
import { findListeners, type Listener } from "./listeners";
import type { RegisteredFunction, Registry } from "./registry";
import { completeStep } from "./runs/complete-step";
import { endRun } from "./runs/end-run";
import { lockRun } from "./runs/run-state";
import { CANCEL, isSleeping, REPLAY } from "./runs/runs";
import { isPlain, type Start, startPlainRuns, startRun } from "./runs/start-run";

/** Ours alone: one process routes at a time, so that events are routed in the order in which they came. */
const ROUTE_LOCK = 7_236_412;
const BATCH = 50;

interface StoredEvent {
  readonly id: string;
  readonly name: string;
  readonly customId: string | null;
  readonly payload: string;
  readonly startAt: Date;
}

interface Routed {
  readonly events: number;
  /** Slots of runs that events have cancelled. */
  readonly freedSlots: readonly string[];
}

/**
 * Hands up to 50 waiting events to the runs that listen for them and the functions they start. Most just start functions:
 * as many of these as follow each other go together, or a hundred would keep the next one waiting for 400 statements. One
 * that can't be routed is logged and passed over, so that the others get on.
 */
export async function routeEvents(registry: Registry): Promise<Routed> {
  return await inTransaction(async (db) => {
    const events = await takeUnrouted(db);
    const freedSlots: string[] = [];
    for (const { together, arePlain } of await gather(db, events, registry)) {
      const isRouted = arePlain && (await tryTo(db, () => startAll(db, together, registry))).isDone;
      if (!isRouted) for (const event of together) freedSlots.push(...(await routeAlone(db, event, registry)));
    }
    return { events: events.length, freedSlots };
  });
}

async function routeAlone(db: Queryable, event: StoredEvent, registry: Registry): Promise<string[]> {
  const tried = await tryTo(db, () => routeEvent(db, event, registry));
  if (tried.isDone) return tried.result;
  getLogger().error({ event: event.id, name: event.name, reason: tried.reason }, "an event could not be routed");
  return [];
}

type Tried<T> = { readonly isDone: true; readonly result: T } | { readonly isDone: false; readonly reason: string };

/** Without a trace where it fails. */
async function tryTo<T>(db: Queryable, work: () => Promise<T>): Promise<Tried<T>> {
  await query(db, sql`SAVEPOINT events`);
  try {
    return { isDone: true, result: await work() };
  } catch (error) {
    // The same batch may well be routed the next time.
    if (error instanceof UnavailableError || isLostRace(error)) throw error;
    await query(db, sql`ROLLBACK TO SAVEPOINT events`);
    return { isDone: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

interface Group {
  readonly together: StoredEvent[];
  /** All they do is to start plain functions. */
  readonly arePlain: boolean;
}

/** In their order; each that is not plain is alone. */
async function gather(db: Queryable, events: readonly StoredEvent[], registry: Registry): Promise<Group[]> {
  if (events.length === 0) return [];
  const names = [...new Set(events.map(({ name }) => name))];
  const heard = await query<{ name: string }>(
    db,
    sql`SELECT name FROM unnest(${names}::text[]) AS name
      WHERE EXISTS (SELECT 1 FROM engine_listeners WHERE event_name = name)`,
  );
  // What a run that one of them starts would listen for may be another of them.
  const cancelling = [...registry.values()].flatMap(({ cancels }) => cancels.map(({ eventName }) => eventName));
  const special = new Set([REPLAY, CANCEL, ...heard.map(({ name }) => name), ...cancelling]);
  const isAlone = (name: string) =>
    special.has(name) || [...registry.values()].some((one) => isStartedBy(one, name) && !isPlain(one));
  const groups: Group[] = [];
  for (const event of events) {
    const arePlain = !isAlone(event.name);
    const last = groups.at(-1);
    if (arePlain && last?.arePlain) last.together.push(event);
    else groups.push({ together: [event], arePlain });
  }
  return groups;
}

function isStartedBy(registered: RegisteredFunction, name: string): boolean {
  return registered.events.some((trigger) => trigger.name === name);
}

async function startAll(db: Queryable, events: readonly StoredEvent[], registry: Registry): Promise<void> {
  await startPlainRuns(
    db,
    events.flatMap((stored) => startsOf(stored, JSON.parse(stored.payload) as EventRecord, registry)),
  );
}

function startsOf({ name: sent, customId, startAt }: StoredEvent, event: EventRecord, registry: Registry) {
  const start: Start = { event, customId, startAt };
  return [...registry.values()]
    .filter(({ events }) => events.some(({ name, expression }) => name === sent && matches(expression, event)))
    .map((registered) => ({ registered, start }));
}

/** Marked before they are routed, in the same transaction. */
async function takeUnrouted(db: Queryable): Promise<StoredEvent[]> {
  const [lock] = await query<{ isOurs: boolean }>(db, sql`SELECT pg_try_advisory_xact_lock(${ROUTE_LOCK}) AS is_ours`);
  if (!lock?.isOurs) return [];
  const events = await query<StoredEvent>(
    db,
    sql`SELECT id, name, custom_id, payload, start_at FROM engine_events
      WHERE NOT is_routed ORDER BY sequence LIMIT ${BATCH}`,
  );
  if (events.length === 0) return [];
  await query(db, sql`UPDATE engine_events SET is_routed = true WHERE id = ANY(${events.map(({ id }) => id)})`);
  return events;
}

async function routeEvent(db: Queryable, stored: StoredEvent, registry: Registry): Promise<string[]> {
  const event = JSON.parse(stored.payload) as EventRecord;
  if (stored.name === REPLAY) {
    await startAgain(db, event, registry);
    return [];
  }
  if (stored.name === CANCEL) return await cancelSleeping(db, event, registry);
  const freedSlots: string[] = [];
  // Before it starts anything: an event does not wake or cancel what it starts itself.
  for (const listener of await findListeners(db, stored.name, event)) {
    const slotKey = await wake(db, listener, event, registry);
    if (slotKey) freedSlots.push(slotKey);
  }
  for (const { registered, start } of startsOf(stored, event, registry)) await startRun(db, registered, start);
  return freedSlots;
}

async function startAgain(db: Queryable, request: EventRecord, registry: Registry): Promise<void> {
  const runId = String(valueAt(request, ["data", "runId"]));
  const [run] = await query<{ functionId: string; event: string }>(
    db,
    sql`SELECT function_id, event FROM engine_runs WHERE id = ${runId}`,
  );
  const registered = run && registry.get(run.functionId);
  if (!registered) return;
  const event = JSON.parse(run.event) as EventRecord;
  // It was meant to run for this event a second time, so no key may stop it.
  await startRun(db, { ...registered, idempotencyPath: null }, { event, customId: null });
}

/** What woke up after it was requested goes on: ending it in the middle of a step is no one's wish. */
async function cancelSleeping(db: Queryable, request: EventRecord, registry: Registry): Promise<string[]> {
  const run = await lockRun(db, String(valueAt(request, ["data", "runId"])));
  if (!run || !(await isSleeping(db, run.id))) return [];
  await endRun(db, run, { status: "cancelled" }, registry);
  return run.slotKey ? [run.slotKey] : [];
}

/** Ends the wait, or the run, that listened. Returns the slot that a cancelled run may have had. */
async function wake(db: Queryable, listener: Listener, event: EventRecord, registry: Registry): Promise<string | null> {
  const run = await lockRun(db, listener.runId);
  if (!run) return null;
  if (listener.stepId === null) {
    await endRun(db, run, { status: "cancelled" }, registry);
    return run.slotKey;
  }
  const [wait] = await query<{ stepName: string | null }>(
    db,
    sql`DELETE FROM engine_jobs WHERE run_id = ${run.id} AND step_id = ${listener.stepId} RETURNING step_name`,
  );
  await query(db, sql`DELETE FROM engine_listeners WHERE run_id = ${run.id} AND step_id = ${listener.stepId}`);
  // Without its job the wait has timed out already.
  if (!wait) return null;
  await completeStep(db, run, { stepId: listener.stepId, name: wait.stepName ?? "", result: event }, registry);
  return null;
}
