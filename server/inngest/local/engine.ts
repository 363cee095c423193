import { setMaxListeners } from "node:events";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { getLogger } from "@/server/platform/logger";
import { nextTime } from "./cron-times";
import { forgetOld, recover } from "./housekeeping";
import { openLanes, slotsOfAll } from "./lanes";
import { Pulse } from "./pulse";
import { RegistrationError, type Registry } from "./registry";
import { routeEvents } from "./route-events";
import { callRun } from "./runs/call-run";
import { type ClaimedRun, claimRuns, extendLeases, look, putBack } from "./runs/claim-runs";
import { describeRun, startRuns } from "./runs/start-runs";
import type { App } from "./send";
import { sync } from "./sync";

const POLL_MS = 1_000;
const IN_OTHER_HANDS_MS = 20;
const SYNC_AGAIN_MS = 1_000;
const AFTER_FAULT_MS = 500;
/** The engine looks for work every second; after this long without, it is stuck or has lost its database. */
const TURNS_WITHIN_MS = 15_000;
/** How long a stop waits for running calls before it puts them back. */
const STOP_MS = 1_500;
const PUT_BACK_SECONDS = 5;

export interface EngineSettings extends App {
  readonly signingKey: string;
  /** Functions, by id, with slots of their own. All others share 64. */
  readonly ownSlots?: ReadonlyMap<string, number>;
  /** Called if the app needs something that isn't implemented; the engine doesn't run then. */
  readonly onRefused: (error: Error) => void;
}

/** Runs one app's functions from this process. Any number of processes may share a database. */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #ownSlots: ReadonlyMap<string, number>;
  readonly #pulse = new Pulse(() => this.#heartbeat());
  readonly #inFlight = new Map<ClaimedRun, Promise<void>>();
  readonly #abort = new AbortController();
  #registry: Registry = new Map();
  #loop: Promise<void> | null = null;
  #turnedAt = Number.NEGATIVE_INFINITY;
  readonly #schedules = new NowAndThen(1_000);
  readonly #recovery = new NowAndThen(5_000);
  readonly #forgetting = new NowAndThen(3_600_000);

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#ownSlots = settings.ownSlots ?? new Map();
    // Every running call listens to the signal, and so does the sync.
    setMaxListeners(slotsOfAll(this.#ownSlots) + 1, this.#abort.signal);
  }

  start(): void {
    this.#pulse.start();
    this.#loop ??= this.#run().catch((error: Error) => this.#settings.onRefused(error));
  }

  isRunning(): boolean {
    return performance.now() - this.#turnedAt < TURNS_WITHIN_MS;
  }

  /** Takes no more work, waits briefly for running calls, and puts the rest back. */
  async stop(): Promise<void> {
    this.#pulse.stop();
    const underWay = Promise.all([this.#loop, ...this.#inFlight.values()]);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([underWay, limit]);
    clearTimeout(timer);
    const left = [...this.#inFlight.keys()];
    this.#abort.abort();
    if (left.length > 0) await putBack(left, PUT_BACK_SECONDS);
    await this.#pulse.close();
  }

  async #run(): Promise<void> {
    if (!(await this.#register())) return;
    while (!this.#pulse.isStopped) {
      try {
        const waitMs = await this.#turn();
        this.#turnedAt = performance.now();
        if (waitMs > 0) await this.#pulse.wait(waitMs);
      } catch (error) {
        // A stop closes the connections during a turn.
        if (this.#pulse.isStopped) return;
        getLogger().warn({ reason: String(error) }, "the engine's database is away, or a query failed");
        await this.#pulse.pause(AFTER_FAULT_MS);
      }
    }
  }

  /** False if stopped before the app was up. Throws RegistrationError. */
  async #register(): Promise<boolean> {
    const { signingKey } = this.#settings;
    for (let tries = 0; !this.#pulse.isStopped; tries += 1) {
      try {
        const answer = await sync(this.#settings, { signingKey, signal: this.#abort.signal });
        if (answer instanceof Map) {
          this.#registry = answer;
          await plantSchedules(answer);
          return true;
        }
        if (tries % 30 === 5) getLogger().warn(answer, "functions not registered: the engine tries again each second");
      } catch (error) {
        if (error instanceof RegistrationError) throw error;
        getLogger().warn({ reason: String(error) }, "functions not registered: the engine tries again each second");
      }
      await this.#pulse.pause(SYNC_AGAIN_MS);
    }
    return false;
  }

  /** Looks once for any work. Returns the milliseconds until more is due. */
  async #turn(): Promise<number> {
    await this.#keepHouse();
    // Full lanes are skipped: the end of a call wakes the engine.
    const lanes = openLanes(this.#registry, this.#ownSlots, this.#inFlight.keys());
    const { hasEvents, msToRun } = await look(lanes);
    const routed = hasEvents ? await routeEvents(this.#registry) : 0;
    if (routed === 0 && msToRun > 0) return Math.min(POLL_MS, msToRun);
    let moved = routed;
    for (const lane of lanes) {
      const runs = await claimRuns(lane);
      for (const run of runs) this.#begin(run);
      moved += runs.length;
    }
    if (moved > 0) return 0;
    // Due, but currently claimed by another process.
    return IN_OTHER_HANDS_MS;
  }

  #begin(run: ClaimedRun): void {
    const registered = this.#registry.get(run.functionId);
    if (!registered) throw new Error("a run of an unknown function was claimed");
    const { signingKey, socketPath } = this.#settings;
    const work = callRun(run, registered, { signingKey, socketPath, signal: this.#abort.signal })
      .catch((error: Error) => {
        if (this.#abort.signal.aborted) return;
        getLogger().error({ run: run.id, reason: error.message }, "function answer not stored: the call is repeated");
      })
      .finally(() => {
        this.#inFlight.delete(run);
        this.#pulse.wake();
      });
    this.#inFlight.set(run, work);
  }

  #heartbeat(): Sql | null {
    const runs = [...this.#inFlight.keys()];
    return runs.length > 0 ? extendLeases(runs) : null;
  }

  async #keepHouse(): Promise<void> {
    await this.#schedules.run(() => fireSchedules(this.#registry));
    await this.#recovery.run(recover);
    await this.#forgetting.run(() => forgetOld([...this.#registry.keys()]));
  }
}

/** Limits how often work is repeated, counted from its end. The first time is immediate. */
class NowAndThen {
  #nextAt = 0;

  constructor(readonly everyMs: number) {}

  async run(work: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#nextAt) return;
    try {
      await work();
    } finally {
      this.#nextAt = performance.now() + this.everyMs;
    }
  }
}

/** Schedules due at the same moment are started over this many looks, a second apart. */
const SPREAD_OVER = 30;

function listSchedules(registry: Registry): { functionIds: string[]; crons: string[] } {
  const pairs = [...registry.values()].flatMap(({ id, crons }) => crons.map((cron) => ({ id, cron })));
  return { functionIds: pairs.map(({ id }) => id), crons: pairs.map(({ cron }) => cron) };
}

async function plantSchedules(registry: Registry): Promise<void> {
  const { functionIds, crons } = listSchedules(registry);
  const [clock] = await query<{ now: Date }>(getPool(), sql`SELECT now()`);
  const nexts = crons.map((cron) => nextTime(cron, clock?.now ?? new Date()));
  await query(
    getPool(),
    sql`INSERT INTO engine_schedules (function_id, cron, next_at)
      SELECT * FROM unnest(${functionIds}::text[], ${crons}::text[], ${nexts}::timestamptz[])
      ON CONFLICT DO NOTHING`,
  );
}

/**
 * Starts due schedules, once each, however many processes ask. Times missed while nothing ran are made up for once. Most
 * schedules fall due at the start of a minute, so each look starts only one, or a thirtieth of all, in a fixed order, to spread
 * the load. Returns the number of runs started.
 */
async function fireSchedules(registry: Registry): Promise<number> {
  const { functionIds, crons } = listSchedules(registry);
  if (functionIds.length === 0) return 0;
  return await inTransaction(async (db) => {
    const due = await query<{ functionId: string; cron: string; nextAt: Date; now: Date }>(
      db,
      sql`SELECT s.function_id, s.cron, s.next_at, now() AS now FROM engine_schedules s
        JOIN unnest(${functionIds}::text[], ${crons}::text[]) AS known (function_id, cron)
          ON known.function_id = s.function_id AND known.cron = s.cron
        WHERE s.next_at <= now() ORDER BY s.next_at, s.function_id, s.cron
        LIMIT ${Math.ceil(crons.length / SPREAD_OVER)}::bigint FOR UPDATE OF s SKIP LOCKED`,
    );
    const runs = due.flatMap(({ functionId, cron, nextAt, now }) => {
      const registered = registry.get(functionId);
      return registered ? [describeRun({ registered, event: timerEvent(cron, nextAt, now), customId: null })] : [];
    });
    await startRuns(db, runs);
    for (const { functionId, cron, now } of due) {
      await query(
        db,
        sql`UPDATE engine_schedules SET next_at = ${nextTime(cron, now)}
          WHERE function_id = ${functionId} AND cron = ${cron}`,
      );
    }
    return due.length;
  });
}

function timerEvent(cron: string, scheduledAt: Date, firedAt: Date) {
  const data = { cron, scheduledAt: scheduledAt.toISOString(), fireAt: firedAt.toISOString() };
  return { id: data.scheduledAt, name: "inngest/scheduled.timer", data, ts: firedAt.getTime(), user: {} };
}
