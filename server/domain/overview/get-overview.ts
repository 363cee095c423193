import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "@/server/platform/clock";
import type { StaffCaller } from "../caller";
import { countDeliveries, type DeliveryCounts } from "./count-deliveries";
import { type Attention, listAttention } from "./list-attention";
import { rollUpHours } from "./roll-up-hours";

type OverviewPeriod = "24h" | "7d" | "30d";

/** What was decided in a part of the period. `00` is an approval; amounts are minor units. */
interface DecisionCount {
  /** Beginning of an hour (of 24 h) or of a UTC day. Null: in the period before. */
  readonly bucket: Date | null;
  readonly currency: string;
  readonly responseCode: string;
  readonly count: number;
  readonly amountMinor: bigint;
}

export interface Overview {
  /** Beginnings of the hours or days of the period, the last under way. */
  readonly buckets: readonly Date[];
  readonly decisions: readonly DecisionCount[];
  readonly deliveries: DeliveryCounts;
  readonly attention: Attention;
  /** False: nobody has ever asked for one here. */
  readonly hasAuthorizations: boolean;
}

const SHAPES = {
  "24h": { unit: "hour", stepMs: HOUR_MS, steps: 24 },
  "7d": { unit: "day", stepMs: DAY_MS, steps: 7 },
  "30d": { unit: "day", stepMs: DAY_MS, steps: 30 },
} as const;

/**
 * A tenant at a glance: the period so far, beside as much of the one before it. Authorizations are read by the hour
 * (decision 031), so that a page costs the same however many there are.
 */
export async function getOverview(
  staff: StaffCaller,
  { period }: { readonly period: OverviewPeriod },
): Promise<Overview> {
  const { unit, stepMs, steps } = SHAPES[period];
  const current = unit === "hour" ? hourOf(staff.now) : dayOf(staff.now);
  const start = new Date(current.getTime() - (steps - 1) * stepMs);
  const spans = { start, lengthMs: steps * stepMs, unit };
  const [decisions, deliveries, attention, hasAuthorizations] = await Promise.all([
    countDecisions(staff, spans),
    countDeliveries(staff, spans),
    listAttention(staff),
    hasAny(staff),
  ]);
  const buckets = Array.from({ length: steps }, (_, step) => new Date(start.getTime() + step * stepMs));
  return { buckets, decisions, deliveries, attention, hasAuthorizations };
}

interface Spans {
  readonly start: Date;
  readonly lengthMs: number;
  readonly unit: "hour" | "day";
}

async function countDecisions(staff: StaffCaller, { start, lengthMs, unit }: Spans): Promise<DecisionCount[]> {
  const countedUntil = await rollUpHours(staff);
  const own = sql`tenant_id = ${staff.tenantId} AND environment = ${staff.environment}::environment`;
  const before = new Date(start.getTime() - lengthMs);
  // As much of the period before as there is of this one, to the hour.
  const beforeEnd = new Date(hourOf(staff.now).getTime() - lengthMs);
  return query<DecisionCount>(
    getPool(),
    sql`WITH counted AS (
        SELECT hour, currency, response_code, count, amount_minor FROM authorization_hours
        WHERE ${own} AND hour >= ${before} AND hour < ${countedUntil}
        UNION ALL
        SELECT date_trunc('hour', created_at, 'UTC'), currency, response_code, count(*), sum(amount_minor)
        FROM authorizations WHERE ${own} AND created_at >= ${countedUntil} GROUP BY 1, 2, 3
      )
      SELECT CASE WHEN hour >= ${start} THEN date_trunc(${unit}, hour, 'UTC') END AS bucket, currency, response_code,
        sum(count)::int AS count, sum(amount_minor)::bigint AS amount_minor
      FROM counted WHERE hour >= ${start} OR hour <= ${beforeEnd}
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
}

async function hasAny({ tenantId, environment }: StaffCaller): Promise<boolean> {
  const rows = await query(
    getPool(),
    sql`SELECT 1 FROM authorizations WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment LIMIT 1`,
  );
  return rows.length > 0;
}
