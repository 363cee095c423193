import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "../caller";
import { realTimeOf } from "../sandbox-clock";

const HOUR_MS = 3_600_000;
/** Length, and number of parts. */
const ERROR_PERIODS = {
  day: { ms: 24 * HOUR_MS, parts: 24 },
  week: { ms: 7 * 24 * HOUR_MS, parts: 28 },
} as const;
type ErrorPeriod = keyof typeof ERROR_PERIODS;

const MOST = 50_000;
const MAX_GROUPS = 20;

interface ErrorGroup {
  /** As in contracts: `POST /v1/authorizations/{id}/capture`. */
  readonly operation: string;
  readonly errorCode: string;
  readonly status: number;
  readonly count: number;
  readonly lastAt: Date;
  /** Per part of the period, oldest first. */
  readonly counts: readonly number[];
}

export interface GroupedErrors {
  readonly groups: readonly ErrorGroup[];
  readonly isCut: boolean;
}

interface Part {
  readonly operation: string;
  readonly errorCode: string;
  readonly status: number;
  readonly part: number;
  readonly count: number;
  readonly lastAt: Date;
}

/** Recent failures by operation and code, most frequent first. The log is by real time. */
export async function groupErrors(
  caller: StaffCaller,
  input: { readonly period: ErrorPeriod },
): Promise<GroupedErrors> {
  const { ms, parts } = ERROR_PERIODS[input.period];
  const since = new Date(realTimeOf(caller).getTime() - ms);
  const rows = await query<Part>(
    getPool(),
    sql`SELECT operation, error_code, min(status) AS status, part, count(*)::integer AS count, max(created_at) AS last_at
      FROM (
        SELECT r.method || ' ' || regexp_replace(regexp_replace(r.path, '/deliveries/[0-9A-Za-z]{17}(?=/|$)', '/deliveries/{deliveryId}'),
            '/[0-9A-Za-z]{17}(?=/|$)', '/{id}', 'g') AS operation, r.error_code, r.status, r.created_at,
          least(${parts}::integer - 1, floor(extract(epoch FROM r.created_at - ${since}::timestamptz) * 1000
            * ${parts}::integer / ${ms}::double precision)::integer) AS part
        FROM request_records r
        WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
          AND r.error_code IS NOT NULL AND r.created_at >= ${since}
        ORDER BY r.created_at DESC LIMIT ${MOST}
      ) failed GROUP BY operation, error_code, part`,
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { groups: groupsOf(rows, parts), isCut: total >= MOST };
}

function groupsOf(rows: readonly Part[], parts: number): ErrorGroup[] {
  const byName = new Map<string, Part[]>();
  for (const row of rows) {
    const name = `${row.operation} ${row.errorCode}`;
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  const groups = [...byName.values()].flatMap((of): ErrorGroup[] => {
    const [first] = of;
    if (!first) return [];
    const counts = Array.from({ length: parts }, () => 0);
    for (const { part, count } of of) counts[part] = (counts[part] ?? 0) + count;
    const { operation, errorCode, status } = first;
    const lastAt = new Date(Math.max(...of.map((part) => part.lastAt.getTime())));
    return [{ operation, errorCode, status, count: counts.reduce((sum, count) => sum + count, 0), lastAt, counts }];
  });
  return groups.sort((a, b) => b.count - a.count || b.lastAt.getTime() - a.lastAt.getTime()).slice(0, MAX_GROUPS);
}
