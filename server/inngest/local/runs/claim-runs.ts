import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { randomHex } from "@/server/platform/crypto";
import type { Lane } from "../lanes";
import type { KnownStep } from "../protocol";

/** How long a claim lasts without a heartbeat, in seconds. */
const LEASE_SECONDS = 30;

/** A run with its remembered steps. It is this process's as long as the token is in its row. */
export interface ClaimedRun {
  readonly id: string;
  readonly functionId: string;
  readonly event: string;
  readonly steps: readonly KnownStep[];
  /** Failed calls of the current step. */
  readonly attempt: number;
  readonly leaseToken: string;
}

export const IS_READY = sql`status = 'running' AND lease_token IS NULL`;

/** Claims due runs of a lane, up to its free slots. An index skips sleeping ones. */
export async function claimRuns({ functionIds, room }: Lane): Promise<ClaimedRun[]> {
  const rows = await query<Omit<ClaimedRun, "steps"> & { readonly steps: string }>(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM engine_runs WHERE ${IS_READY} AND run_at <= now() AND function_id = ANY(${[...functionIds]})
        ORDER BY run_at, id LIMIT ${room} FOR UPDATE SKIP LOCKED
      )
      UPDATE engine_runs r SET lease_token = ${randomHex(16)}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due WHERE r.id = due.id
      RETURNING r.id, r.function_id, r.event, r.steps, r.attempt, r.lease_token`,
  );
  return rows.map((row) => ({ ...row, steps: JSON.parse(row.steps) as KnownStep[] }));
}

interface Outlook {
  readonly hasEvents: boolean;
  readonly msToRun: number;
}

/** The only query of an idle engine: waiting events, and runs of lanes with free slots. */
export async function look(lanes: readonly Lane[]): Promise<Outlook> {
  const [seen] = await query<{ hasEvents: boolean; msToRun: number | null }>(
    getPool(),
    sql`SELECT EXISTS (SELECT 1 FROM engine_events WHERE NOT is_routed) AS has_events,
      (SELECT (extract(epoch FROM run_at - now()) * 1000)::float8 FROM engine_runs
        WHERE ${IS_READY} AND function_id = ANY(${lanes.flatMap(({ functionIds }) => functionIds)})
        ORDER BY run_at, id LIMIT 1) AS ms_to_run`,
  );
  return { hasEvents: seen?.hasEvents ?? false, msToRun: seen?.msToRun ?? Number.POSITIVE_INFINITY };
}

const claimsOn = (runs: readonly ClaimedRun[]) =>
  sql`unnest(${runs.map(({ id }) => id)}::text[], ${runs.map(({ leaseToken }) => leaseToken)}::text[]) AS l (id, token)`;

/** Extends claims, on a connection that a full pool can't delay. */
export function extendLeases(runs: readonly ClaimedRun[]) {
  return sql`UPDATE engine_runs r SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    FROM ${claimsOn(runs)} WHERE r.id = l.id AND r.lease_token = l.token`;
}

/** Returns runs without counting an attempt, to be called again after `seconds`. */
export async function putBack(runs: readonly ClaimedRun[], seconds: number): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE engine_runs r SET lease_token = NULL, leased_until = NULL, run_at = now() + make_interval(secs => ${seconds})
      FROM ${claimsOn(runs)} WHERE r.id = l.id AND r.lease_token = l.token`,
  );
}
