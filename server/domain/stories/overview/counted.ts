import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";

export type Place = Pick<StaffCaller, "tenantId" | "environment">;

/** Where the counts of a kind of facts are: of hours that are over, and of minutes since. */
export interface Counted {
  readonly hours: Sql;
  readonly minutes: Sql;
}

/** All there is, also what clocks that run fast have dated ahead. */
export const NO_END = "infinity";

/** Whose rows of a table with `tenant_id` and `environment`. */
export function ownRows({ tenantId, environment }: Place): Sql {
  return sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
}

/**
 * SQL: where a place's counted hours end, but no earlier than `from`. The same statement reads on from there: whatever others
 * count or delete meanwhile, and however far behind a replica is, it sees each fact once.
 */
export function hoursEnd({ hours }: Counted, place: Place, from?: Date): Sql {
  return sql`greatest(${from ?? null}::timestamptz,
    (SELECT max(hour) + interval '1 hour' FROM ${hours} WHERE ${ownRows(place)}))`;
}

/** SQL: where its counted minutes end, which go on from its hours. */
export function minutesEnd(counted: Counted, place: Place, from: Date): Sql {
  return sql`greatest(${hoursEnd(counted, place, from)},
    (SELECT max(minute) + interval '1 minute' FROM ${counted.minutes} WHERE ${ownRows(place)}))`;
}
