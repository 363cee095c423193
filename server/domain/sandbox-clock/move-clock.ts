import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { findAheadMs, findOpenJump, type Jump } from "./find-clock";

/** Longer than one step's work, so that only a process that died loses its hold. */
const HOLD_MS = 60_000;

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

/** Exclusive right to move a clock, by real time; `until` identifies the holder. */
export interface JumpHold {
  readonly tenantId: TenantId;
  until: Date;
}

/** Null if no jump is under way, or another process holds it. */
export async function holdJump(tenantId: TenantId): Promise<JumpHold | null> {
  const at = now();
  const until = new Date(at.getTime() + HOLD_MS);
  const held = await query(
    getPool(),
    sql`UPDATE sandbox_clocks c SET held_until = ${until}
      WHERE c.tenant_id = ${tenantId} AND (c.held_until IS NULL OR c.held_until <= ${at})
        AND EXISTS (SELECT 1 FROM sandbox_jumps j WHERE j.tenant_id = c.tenant_id AND j.arrived_at IS NULL) RETURNING 1`,
  );
  return held.length > 0 ? { tenantId, until } : null;
}

/** Releases the jump to other processes. False if another has taken it meanwhile. */
export async function leaveJump({ tenantId, until }: JumpHold): Promise<boolean> {
  const left = await query(
    getPool(),
    sql`UPDATE sandbox_clocks SET held_until = NULL WHERE tenant_id = ${tenantId} AND held_until = ${until} RETURNING 1`,
  );
  return left.length > 0;
}

/**
 * Moves the clock to at least this moment, never back, since it runs on during the work, and extends the hold. Returns how far
 * the clock is ahead; null if the hold was lost and nothing moved.
 */
export async function setClockTo(hold: JumpHold, moment: Date): Promise<number | null> {
  const at = now();
  const aheadMs = moment.getTime() - at.getTime();
  const until = new Date(at.getTime() + HOLD_MS);
  const [clock] = await query<{ aheadMs: number }>(
    getPool(),
    sql`UPDATE sandbox_clocks SET ahead_ms = greatest(ahead_ms, ${aheadMs}::bigint), held_until = ${until}
      WHERE tenant_id = ${hold.tenantId} AND held_until = ${hold.until} RETURNING ahead_ms::float8 AS ahead_ms`,
  );
  if (!clock) return null;
  hold.until = until;
  return clock.aheadMs;
}

/** Only if the hold was kept. */
export async function endJump({ tenantId, until }: JumpHold, id: RecordId): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE sandbox_jumps SET arrived_at = ${now()} WHERE id = ${id} AND arrived_at IS NULL
      AND EXISTS (SELECT 1 FROM sandbox_clocks c WHERE c.tenant_id = ${tenantId} AND c.held_until = ${until})`,
  );
}
