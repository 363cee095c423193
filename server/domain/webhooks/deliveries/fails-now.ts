import { type Sql, sql } from "@/server/db/sql";

/** Consecutive attempts: a single failure is noise. */
const FAILED_ATTEMPTS = 3;

/** SQL condition: an active subscription's newest attempts have all failed. */
export function failsNow(alias: Sql): Sql {
  return sql`(${alias}.status = 'active' AND ${FAILED_ATTEMPTS}::bigint = (
    SELECT count(error) FROM (
      SELECT error FROM webhook_attempts WHERE subscription_id = ${alias}.id
      ORDER BY started_at DESC, id DESC LIMIT ${FAILED_ATTEMPTS}
    ) newest
  ))`;
}
