import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";

/** Times are by the clock that jumps. */
export interface Jump {
  readonly id: RecordId;
  readonly fromAt: Date;
  readonly toAt: Date;
  /** By real time; null while under way. */
  readonly arrivedAt: Date | null;
}

/** 0 if it was never moved. */
export async function findAheadMs(tenantId: TenantId, db: Queryable = getPool()): Promise<number> {
  const [clock] = await query<{ aheadMs: number }>(
    db,
    sql`SELECT ahead_ms::float8 AS ahead_ms FROM sandbox_clocks WHERE tenant_id = ${tenantId}`,
  );
  return clock?.aheadMs ?? 0;
}

export function listJumps(tenantId: TenantId, limit: number): Promise<Jump[]> {
  return query<Jump>(
    getPool(),
    sql`SELECT id, from_at, to_at, arrived_at FROM sandbox_jumps WHERE tenant_id = ${tenantId} ORDER BY to_at DESC LIMIT ${limit}`,
  );
}

export async function findOpenJump(tenantId: TenantId, db: Queryable = getPool()): Promise<Jump | null> {
  const [jump] = await query<Jump>(
    db,
    sql`SELECT id, from_at, to_at, arrived_at FROM sandbox_jumps WHERE tenant_id = ${tenantId} AND arrived_at IS NULL`,
  );
  return jump ?? null;
}

export async function findJump(tenantId: TenantId, id: string): Promise<Jump | null> {
  const [jump] = await query<Jump>(
    getPool(),
    sql`SELECT id, from_at, to_at, arrived_at FROM sandbox_jumps WHERE id = ${id} AND tenant_id = ${tenantId}`,
  );
  return jump ?? null;
}

const BATCH = 500;

export function listRestingClocks(
  after: TenantId | null,
): Promise<{ readonly tenantId: TenantId; readonly aheadMs: number }[]> {
  return query(
    getPool(),
    sql`SELECT c.tenant_id, c.ahead_ms::float8 AS ahead_ms FROM sandbox_clocks c
      WHERE NOT EXISTS (SELECT 1 FROM sandbox_jumps j WHERE j.tenant_id = c.tenant_id AND j.arrived_at IS NULL)
        AND c.tenant_id > ${after ?? ""} ORDER BY c.tenant_id LIMIT ${BATCH}`,
  );
}

/** SQL condition: the tenant's clock is under way. Never in live. */
export function isOnItsWay(tenantId: Sql, environment: Sql): Sql {
  return sql`(${environment} = 'test' AND EXISTS (SELECT 1 FROM sandbox_jumps j
    WHERE j.tenant_id = ${tenantId} AND j.arrived_at IS NULL))`;
}
