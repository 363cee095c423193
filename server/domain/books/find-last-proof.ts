import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now as currentTime, DAY_MS } from "@/server/platform/clock";
import { findLatest } from "../audit";
import type { OperatorCaller, StaffCaller } from "../caller";
import { MAX_BREACHES } from "../ledger";
import { checksOf, PROVED } from "./prove-books";

/** The books are proved nightly. */
const LOOKED_BACK_MS = 3 * DAY_MS;

interface LastProof {
  readonly at: Date;
  readonly checks: number;
  readonly breached: number;
}

function findDetails(now: Date) {
  return findLatest(PROVED, new Date(now.getTime() - LOOKED_BACK_MS));
}

/** Null if the books were not proved in the last three days. */
export async function findLastProof({ now }: { readonly now: Date }): Promise<LastProof | null> {
  const latest = await findDetails(now);
  if (!latest) return null;
  return {
    at: latest.createdAt,
    checks: checksOf(latest.details).length,
    breached: Number(latest.details.breached),
  };
}

export function findBooksProof(caller: OperatorCaller): Promise<LastProof | null> {
  return findLastProof(caller);
}

const OF_SETTLEMENT: readonly string[] = ["batch", "line"];

/** Findings on others' settlement are left out. A check with more findings than are stored counts as breached. */
export async function findSettlementProof(staff: StaffCaller): Promise<LastProof | null> {
  // Proofs follow real time, not a sandbox's clock.
  const latest = await findDetails(currentTime());
  if (!latest) return null;
  const checks = checksOf(latest.details).filter(({ about }) => OF_SETTLEMENT.includes(about));
  const own = await ownOf(
    staff,
    checks.flatMap(({ findings }) => findings.map(({ record }) => record)),
  );
  const breached = checks.filter(
    ({ findings }) => findings.length >= MAX_BREACHES || findings.some(({ record }) => own.has(record)),
  );
  return { at: latest.createdAt, checks: checks.length, breached: breached.length };
}

async function ownOf({ tenantId, environment }: StaffCaller, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const own = sql`id = ANY(${ids}) AND tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  const rows = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM settlement_batches WHERE ${own} UNION ALL SELECT id FROM captures WHERE ${own}
      UNION ALL SELECT r.id FROM refunds r JOIN captures c ON c.id = r.capture_id
        WHERE r.id = ANY(${ids}) AND c.tenant_id = ${tenantId} AND c.environment = ${environment}::environment`,
  );
  return new Set(rows.map(({ id }) => id));
}
