import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import type { TenantId } from "@/server/platform/noun-ids";
import { SharedReads } from "@/server/platform/shared-reads";
import { type AttemptCount, countAttempts } from "./count-attempts";
import { countDecisions, type DecisionCount } from "./count-decisions";
import type { CountedPeriod } from "./get-overview";
import { type OverviewPeriod, spansOf } from "./period";

export interface TenantInPeriod {
  readonly tenantId: TenantId;
  readonly slug: string;
  readonly title: string;
  readonly decisions: readonly (Omit<DecisionCount, "bucket"> & { readonly isCurrent: boolean })[];
  readonly attempts: readonly (Omit<AttemptCount, "bucket"> & { readonly isCurrent: boolean })[];
}

export interface NetworkOverview extends CountedPeriod {
  /** Everything before this is counted. */
  readonly countedUntil: Date;
  /** Only those with payments or webhooks in either period. */
  readonly tenants: readonly TenantInPeriod[];
}

const reads = new SharedReads<NetworkOverview>();

/** Adds up hourly and minute counts (decision 031); only the last minutes are counted from rows. Readers share a read. */
export function getNetworkOverview(
  { environment, now }: OperatorCaller,
  { period }: { readonly period: OverviewPeriod },
): Promise<NetworkOverview> {
  return reads.read(`${environment} ${period}`, () => readOverview({ environment, now }, period));
}

async function readOverview(
  { environment, now }: Pick<OperatorCaller, "environment" | "now">,
  period: OverviewPeriod,
): Promise<NetworkOverview> {
  const spans = spansOf(period, now, "UTC");
  // Payments that a sandbox clock has dated ahead are left out.
  const until = new Date(now.getTime() + 1);
  const tenants = await query<Pick<TenantInPeriod, "tenantId" | "slug" | "title">>(
    getPool(),
    // The others have nothing to count, and each counted tenant takes eight queries.
    sql`SELECT t.id AS tenant_id, t.slug, t.title FROM tenants t
      WHERE EXISTS (SELECT 1 FROM authorizations a WHERE a.tenant_id = t.id AND a.environment = ${environment}::environment
          AND a.created_at >= ${spans.beforeStart})
        OR EXISTS (SELECT 1 FROM webhook_subscriptions s WHERE s.tenant_id = t.id AND s.environment = ${environment}::environment)
      ORDER BY t.title, t.id`,
  );
  const decisions: DecisionCount[] = [];
  const attempts: AttemptCount[] = [];
  const active: TenantInPeriod[] = [];
  for (const tenant of tenants) {
    const place = { tenantId: tenant.tenantId, environment, now };
    const decided = await countDecisions(place, spans, until);
    const sent = await countAttempts(place, spans, until);
    if (decided.length + sent.length === 0) continue;
    decisions.push(...decided);
    attempts.push(...sent);
    const isCurrent = ({ bucket }: { readonly bucket: Date }) => bucket >= spans.start;
    active.push({
      ...tenant,
      decisions: addUpDecisions(decided.map((one) => ({ ...one, isCurrent: isCurrent(one) }))),
      attempts: addUpAttempts(sent.map((one) => ({ ...one, isCurrent: isCurrent(one) }))),
    });
  }
  const { buckets, beforeBuckets } = spans;
  return {
    buckets,
    beforeBuckets,
    decisions: addUpDecisions(decisions, ({ bucket }) => bucket.getTime()),
    attempts: addUpAttempts(attempts, ({ bucket }) => bucket.getTime()),
    countedUntil: now,
    tenants: active,
  };
}

type Decided = Omit<DecisionCount, "bucket">;
type Sent = Omit<AttemptCount, "bucket">;

function addUp<Count>(
  counts: readonly Count[],
  keyOf: (count: Count) => unknown,
  add: (sum: Count, count: Count) => Count,
): Count[] {
  const sums = new Map<unknown, Count>();
  for (const count of counts) {
    const sum = sums.get(keyOf(count));
    sums.set(keyOf(count), sum === undefined ? count : add(sum, count));
  }
  return [...sums.values()];
}

function addUpDecisions<Count extends Decided>(counts: readonly Count[], partOf: PartOf<Count> = periodOf): Count[] {
  return addUp(
    counts,
    (one) => [partOf(one), one.currency, one.responseCode].join(" "),
    (sum, { count, amountMinor }) => ({
      ...sum,
      count: sum.count + count,
      amountMinor: sum.amountMinor + amountMinor,
    }),
  );
}

function addUpAttempts<Count extends Sent>(counts: readonly Count[], partOf: PartOf<Count> = periodOf): Count[] {
  return addUp(counts, partOf, (sum, { attempts, arrived }) => ({
    ...sum,
    attempts: sum.attempts + attempts,
    arrived: sum.arrived + arrived,
  }));
}

type PartOf<Count> = (count: Count) => unknown;

const periodOf = (count: object) => ("isCurrent" in count ? count.isCurrent : null);
