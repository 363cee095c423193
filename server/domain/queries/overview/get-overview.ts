import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { SharedReads } from "@/server/platform/shared-reads";
import { type AttemptCount, countAttempts } from "./count-attempts";
import { countDecisions, type DecisionCount } from "./count-decisions";
import { isOfPlace } from "./counted";
import { type Attention, listAttention } from "./list-attention";
import { type OverviewPeriod, spansOf } from "./period";

/** A period so far, and as much of the one before. */
export interface CountedPeriod {
  readonly buckets: readonly Date[];
  readonly beforeBuckets: readonly Date[];
  readonly decisions: readonly DecisionCount[];
  readonly attempts: readonly AttemptCount[];
}

export interface Overview extends CountedPeriod {
  readonly attention: Attention;
  readonly hasAuthorizations: boolean;
}

const reads = new SharedReads<Overview>();

/** Counted by the hour (decision 031), so that a page costs the same however much there is. Readers share a read. */
export function getOverview(staff: StaffCaller, { period }: { readonly period: OverviewPeriod }): Promise<Overview> {
  const { tenantId, environment, timeZone } = staff;
  return reads.read(`${tenantId} ${environment} ${timeZone} ${period}`, () => readOverview(staff, period));
}

async function readOverview(staff: StaffCaller, period: OverviewPeriod): Promise<Overview> {
  const spans = spansOf(period, staff.now, staff.timeZone);
  const [decisions, attempts, attention, hasAuthorizations] = await Promise.all([
    countDecisions(staff, spans),
    countAttempts(staff, spans),
    listAttention(staff),
    hasAny(staff),
  ]);
  const { buckets, beforeBuckets } = spans;
  return { buckets, beforeBuckets, decisions, attempts, attention, hasAuthorizations };
}

async function hasAny(staff: StaffCaller): Promise<boolean> {
  const rows = await query(getPool(), sql`SELECT 1 FROM authorizations WHERE ${isOfPlace(staff)} LIMIT 1`);
  return rows.length > 0;
}
