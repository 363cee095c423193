import { type Sql, sql } from "@/server/db/sql";

/** Attempts in a row: one that failed is weather. */
const FAILED_ATTEMPTS = 3;

/**
 * Of the active subscription by that alias: whether its newest attempts have all failed, whatever comes of their
 * deliveries.
 */
export function failsNow(alias: Sql): Sql {
  return sql`(${alias}.status = 'active' AND ${FAILED_ATTEMPTS}::bigint = (
    SELECT count(error) FROM (
      SELECT error FROM webhook_attempts WHERE subscription_id = ${alias}.id
      ORDER BY started_at DESC, id DESC LIMIT ${FAILED_ATTEMPTS}
    ) newest
  ))`;
}
