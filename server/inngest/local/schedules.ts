import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { nextTime } from "./cron-times";
import type { Registry } from "./registry";
import { describeRun, startRuns } from "./runs/start-runs";

/** Schedules due at the same moment are started over this many looks, a second apart. */
const SPREAD_OVER = 30;

function listSchedules(registry: Registry): { functionIds: string[]; crons: string[] } {
  const pairs = [...registry.values()].flatMap(({ id, crons }) => crons.map((cron) => ({ id, cron })));
  return { functionIds: pairs.map(({ id }) => id), crons: pairs.map(({ cron }) => cron) };
}

export async function plantSchedules(registry: Registry): Promise<void> {
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
export async function fireSchedules(registry: Registry): Promise<number> {
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
