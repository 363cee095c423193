import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { randomHex } from "@/server/platform/crypto";
import type { Lane } from "../lanes";
import type { Registry } from "../registry";

/** How long a claim is good for without a heartbeat, seconds. */
const LEASE_SECONDS = 30;

interface Job {
  readonly id: string;
  readonly runId: string;
  readonly functionId: string;
  readonly kind: "call" | "step" | "sleep" | "wait";
  readonly stepId: string | null;
  readonly stepName: string | null;
  readonly attempt: number;
  readonly slotKey: string | null;
}

/** A job that is this process's as long as its token stands in its row. */
export interface ClaimedJob extends Job {
  readonly leaseToken: string;
}

interface Claim {
  readonly jobs: readonly ClaimedJob[];
  /** How many were looked at and left: there may be others behind them. */
  readonly setAside: number;
}

/**
 * Takes jobs of a lane that are due, as many as it has room for. Those for which their function's concurrency leaves no
 * room are set aside until a job of theirs ends.
 */
export async function claimJobs(registry: Registry, { functionIds, room }: Lane): Promise<Claim> {
  return await inTransaction(async (db) => {
    const due = await query<Job>(
      db,
      sql`SELECT id, run_id, function_id, kind, step_id, step_name, attempt, slot_key FROM engine_jobs
        WHERE state = 'ready' AND run_at <= now() AND function_id = ANY(${[...functionIds]})
        ORDER BY run_at, id LIMIT ${room} FOR UPDATE SKIP LOCKED`,
    );
    if (due.length === 0) return { jobs: [], setAside: 0 };
    const { free, blocked } = await fillSlots(db, due, registry);
    const leaseToken = randomHex(16);
    await query(
      db,
      sql`UPDATE engine_jobs SET state = 'leased', lease_token = ${leaseToken},
          leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
        WHERE id = ANY(${free.map(({ id }) => id)})`,
    );
    if (blocked.length > 0) {
      await query(db, sql`UPDATE engine_jobs SET state = 'blocked' WHERE id = ANY(${blocked.map(({ id }) => id)})`);
    }
    return { jobs: free.map((job) => ({ ...job, leaseToken })), setAside: blocked.length };
  });
}

interface Outlook {
  readonly hasEvents: boolean;
  /** Milliseconds until a job is due; not above 0 if one is. */
  readonly msToJob: number;
}

/** All that an idle engine asks the database, in one statement: events, and jobs of lanes that have room. */
export async function look(lanes: readonly Lane[]): Promise<Outlook> {
  const [seen] = await query<{ hasEvents: boolean; msToJob: number | null }>(
    getPool(),
    sql`SELECT EXISTS (SELECT 1 FROM engine_events WHERE NOT is_routed) AS has_events,
      (SELECT (extract(epoch FROM min(run_at) - now()) * 1000)::float8 FROM engine_jobs
        WHERE state = 'ready' AND function_id = ANY(${lanes.flatMap(({ functionIds }) => functionIds)})) AS ms_to_job`,
  );
  return { hasEvents: seen?.hasEvents ?? false, msToJob: seen?.msToJob ?? Number.POSITIVE_INFINITY };
}

/**
 * Which jobs may run, slot by slot. The slots of a key are counted by one process at a time; a process that finds another at it
 * leaves the job as it is, and never waits while it holds rows.
 */
async function fillSlots(db: Queryable, due: readonly Job[], registry: Registry) {
  const free = due.filter(({ slotKey }) => slotKey === null);
  const blocked: Job[] = [];
  for (const slotKey of new Set(due.map((job) => job.slotKey))) {
    if (slotKey === null) continue;
    const jobs = due.filter((job) => job.slotKey === slotKey);
    const [lock] = await query<{ isOurs: boolean }>(
      db,
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${slotKey}, 0)) AS is_ours`,
    );
    if (!lock?.isOurs) continue;
    const [taken] = await query<{ count: bigint }>(
      db,
      sql`SELECT count(*) FROM engine_jobs WHERE slot_key = ${slotKey} AND state = 'leased'`,
    );
    const limit = registry.get(jobs[0]?.functionId ?? "")?.concurrency?.limit ?? Number.POSITIVE_INFINITY;
    const room = Math.max(0, limit - Number(taken?.count ?? 0n));
    free.push(...jobs.slice(0, room));
    blocked.push(...jobs.slice(room));
  }
  return { free, blocked };
}

/** After a job with this key has ended or is put off: lets the one that has waited longest have its slot. */
export async function passSlotOn(slotKey: string): Promise<void> {
  await inTransaction(async (db) => {
    // In a statement of its own, so that the next one sees what was set aside while we waited.
    await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${slotKey}, 0))`);
    await query(
      db,
      sql`UPDATE engine_jobs SET state = 'ready' WHERE id = (
        SELECT id FROM engine_jobs WHERE slot_key = ${slotKey} AND state = 'blocked'
        ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    );
  });
}

/** Extends the claims on these jobs. Runs on a connection that a full pool can't keep waiting. */
export function extendLeases(jobs: readonly ClaimedJob[]) {
  return sql`UPDATE engine_jobs j SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    FROM unnest(${jobs.map(({ id }) => id)}::text[], ${jobs.map(({ leaseToken }) => leaseToken)}::text[]) AS l (id, token)
    WHERE j.id = l.id AND j.lease_token = l.token`;
}

/** Gives jobs back without counting an attempt, to be called again after a while. */
export async function putBack(jobs: readonly ClaimedJob[], seconds: number): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE engine_jobs j SET state = 'ready', lease_token = NULL, leased_until = NULL,
        run_at = now() + make_interval(secs => ${seconds})
      FROM unnest(${jobs.map(({ id }) => id)}::text[], ${jobs.map(({ leaseToken }) => leaseToken)}::text[]) AS l (id, token)
      WHERE j.id = l.id AND j.lease_token = l.token`,
  );
  for (const { slotKey } of jobs) if (slotKey) await passSlotOn(slotKey);
}
