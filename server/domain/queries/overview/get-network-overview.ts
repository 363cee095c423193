import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import type { TenantId } from "@/server/platform/noun-ids";
import { SharedReads } from "@/server/platform/shared-reads";
import { ATTEMPT_HOURS, type AttemptCount } from "./count-attempts";
import { AUTHORIZATION_HOURS, type DecisionCount } from "./count-decisions";
import type { CountedPeriod } from "./get-overview";
import { type OverviewPeriod, type Spans, spansOf } from "./period";
import { countedUntil, rollUpHours } from "./roll-up-hours";

/** What one tenant's payments came to, and its webhooks. */
export interface TenantInPeriod {
  readonly tenantId: TenantId;
  readonly slug: string;
  readonly title: string;
  /** By currency and answer, in the period or in the one before. */
  readonly decisions: readonly (Omit<DecisionCount, "bucket"> & { readonly isCurrent: boolean })[];
  readonly attempts: readonly (Omit<AttemptCount, "bucket"> & { readonly isCurrent: boolean })[];
}

export interface NetworkOverview extends CountedPeriod {
  /** Everything is counted up to here. */
  readonly countedUntil: Date;
  /** Those with payments or webhooks in either period. */
  readonly tenants: readonly TenantInPeriod[];
}

const reads = new SharedReads<NetworkOverview>();

/**
 * All tenants of an environment at a glance, to the last full hour: what is counted by the hour is added up (decision
 * 031), so that it costs the same however many payments there are. Whoever looks at the same shares one read.
 */
export function getNetworkOverview(
  { environment, now }: OperatorCaller,
  { period }: { readonly period: OverviewPeriod },
): Promise<NetworkOverview> {
  return reads.read(`${environment} ${period}`, () => readOverview({ environment, now }, period));
}

interface Place extends Pick<OperatorCaller, "environment"> {
  /** The end of the last full hour. */
  readonly until: Date;
}

async function readOverview(
  { environment, now }: Pick<OperatorCaller, "environment" | "now">,
  period: OverviewPeriod,
): Promise<NetworkOverview> {
  const until = countedUntil(now);
  const place = { environment, until };
  const spans = spansOf(period, new Date(until.getTime() - 1), "UTC");
  const tenants = await query<Pick<TenantInPeriod, "tenantId" | "slug" | "title">>(
    getPool(),
    sql`SELECT id AS tenant_id, slug, title FROM tenants ORDER BY title, id`,
  );
  for (const { tenantId } of tenants) {
    await rollUpHours({ environment, now, tenantId }, AUTHORIZATION_HOURS);
    await rollUpHours({ environment, now, tenantId }, ATTEMPT_HOURS);
  }
  const [decisions, decisionsOf, attempts, attemptsOf] = await Promise.all([
    countDecisions<DecisionCount>(place, spans, bucketOf(spans)),
    countDecisions<TenantRow<DecisionCount>>(place, spans, tenantOf(spans)),
    countAttempts<AttemptCount>(place, spans, bucketOf(spans)),
    countAttempts<TenantRow<AttemptCount>>(place, spans, tenantOf(spans)),
  ]);
  const { buckets, beforeBuckets } = spans;
  return {
    ...{ buckets, beforeBuckets, decisions, attempts },
    countedUntil: until,
    tenants: tenants
      .map((tenant) => ({
        ...tenant,
        decisions: decisionsOf.filter(({ tenantId }) => tenantId === tenant.tenantId),
        attempts: attemptsOf.filter(({ tenantId }) => tenantId === tenant.tenantId),
      }))
      .filter((tenant) => tenant.decisions.length + tenant.attempts.length > 0),
  };
}

type TenantRow<Count> = Omit<Count, "bucket"> & { readonly tenantId: TenantId; readonly isCurrent: boolean };

/** By what the hours `h` of tenants `t` are added up. */
interface Grouping {
  readonly columns: Sql;
  readonly by: Sql;
}

const bucketOf = ({ unit }: Spans): Grouping => ({
  columns: sql`date_trunc(${unit}, h.hour, 'UTC') AS bucket`,
  by: sql`bucket`,
});
const tenantOf = ({ start }: Spans): Grouping => ({
  columns: sql`t.id AS tenant_id, h.hour >= ${start} AS is_current`,
  by: sql`t.id, is_current`,
});

/** The hours of each tenant, found by the key of their table. Those of a sandbox clock that is ahead are still to come. */
function hoursOf(table: Sql, { environment, until }: Place, { start, beforeStart, beforeLastHour }: Spans): Sql {
  return sql`tenants t CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE tenant_id = t.id AND environment = ${environment}::environment
        AND hour >= ${beforeStart} AND hour < ${until} AND (hour >= ${start} OR hour <= ${beforeLastHour})
    ) h`;
}

function countDecisions<Row>(place: Place, spans: Spans, { columns, by }: Grouping): Promise<Row[]> {
  return query(
    getPool(),
    sql`SELECT ${columns}, h.currency, h.response_code, sum(h.count)::int AS count,
        sum(h.amount_minor)::bigint AS amount_minor
      FROM ${hoursOf(AUTHORIZATION_HOURS.hours, place, spans)} GROUP BY ${by}, h.currency, h.response_code`,
  );
}

function countAttempts<Row>(place: Place, spans: Spans, { columns, by }: Grouping): Promise<Row[]> {
  return query(
    getPool(),
    sql`SELECT ${columns}, sum(h.attempts)::int AS attempts, sum(h.arrived)::int AS arrived
      FROM ${hoursOf(ATTEMPT_HOURS.hours, place, spans)} GROUP BY ${by}`,
  );
}
