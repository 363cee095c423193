import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { raw, sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { findAheadMs, findOpenJump, type Jump } from "./find-clock";

interface Begun {
  readonly id: RecordId;
  readonly fingerprint: string | null;
}

/** Locks the clock until the transaction ends, so that one jump begins at a time. */
export async function lockClock(
  db: Queryable,
  tenantId: TenantId,
  askedAs: string,
): Promise<{ readonly aheadMs: number; readonly open: Jump | null; readonly begun: Begun | null }> {
  await query(db, sql`INSERT INTO sandbox_clocks (tenant_id, ahead_ms) VALUES (${tenantId}, 0) ON CONFLICT DO NOTHING`);
  await query(db, sql`SELECT 1 FROM sandbox_clocks WHERE tenant_id = ${tenantId} FOR UPDATE`);
  const [begun] = await query<Begun>(
    db,
    sql`SELECT id, fingerprint FROM sandbox_jumps WHERE tenant_id = ${tenantId} AND asked_as = ${askedAs}`,
  );
  const [aheadMs, open] = [await findAheadMs(tenantId, db), await findOpenJump(tenantId, db)];
  return { aheadMs, open, begun: begun ?? null };
}

/** The clock must be locked, and not under way. */
export async function beginJump(db: Queryable, jump: NewRow<"sandbox_jumps">): Promise<void> {
  await query(db, insertRows("sandbox_jumps", [jump], "(SELECT 1) AS work"));
}

/** Times but the last are by the clock that jumps. */
export interface JumpRow {
  readonly id: string;
  readonly run: number;
  readonly tenantId: TenantId;
  readonly toAt: Date;
  readonly finishedAt: Date | null;
}

export const JUMP_COLUMNS = raw("id, run, tenant_id, to_at, arrived_at AS finished_at");

/**
 * Moves the clock to at least this moment, never back, since it runs on during the work. False if another run has replaced this
 * one and nothing moved.
 */
export async function setClockTo({ id, run }: JumpRow, moment: Date): Promise<boolean> {
  const at = now();
  const moved = await query(
    getPool(),
    sql`WITH jump AS (
        UPDATE sandbox_jumps SET touched_at = ${at} WHERE id = ${id} AND run = ${run}::integer AND arrived_at IS NULL
        RETURNING tenant_id
      )
      UPDATE sandbox_clocks c SET ahead_ms = greatest(c.ahead_ms, ${moment.getTime() - at.getTime()}::bigint)
      FROM jump WHERE c.tenant_id = jump.tenant_id RETURNING 1`,
  );
  return moved.length > 0;
}

/** Undefined if another run has replaced this one. */
export async function endJump({ id, run }: JumpRow): Promise<JumpRow | undefined> {
  const [jump] = await query<JumpRow>(
    getPool(),
    sql`UPDATE sandbox_jumps SET arrived_at = ${now()} WHERE id = ${id} AND run = ${run}::integer AND arrived_at IS NULL
      RETURNING ${JUMP_COLUMNS}`,
  );
  return jump;
}
