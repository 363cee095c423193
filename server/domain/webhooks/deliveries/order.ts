import { type Sql, sql } from "@/server/db/sql";

/**
 * SQL condition: an earlier event about the same authorization has not had its first attempt at this subscription yet. The
 * delivery waits for that attempt's end, but for no retry. A pause stops both, so deferred deliveries keep their order.
 */
export function isBehind(alias: Sql): Sql {
  return sql`(${alias}.attempt = 0 AND ${alias}.sequence > 1 AND EXISTS (
    SELECT 1 FROM webhook_deliveries earlier
    WHERE earlier.subscription_id = ${alias}.subscription_id AND earlier.authorization_id = ${alias}.authorization_id
      AND earlier.sequence < ${alias}.sequence AND earlier.attempt = 0 AND earlier.next_attempt_at IS NOT NULL
      AND earlier.authorization_id IS NOT NULL))`;
}
