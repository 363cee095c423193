import { type Sql, sql } from "@/server/db/sql";

/**
 * Of the delivery by that alias: whether an earlier event about the same authorization has not yet had its first attempt
 * at the same subscription. It then waits for that attempt's end, whatever comes of it, and for no retry. A pause stops
 * both alike, so what was put aside by one keeps its place.
 */
export function isBehind(alias: Sql): Sql {
  return sql`(${alias}.attempt = 0 AND ${alias}.sequence > 1 AND EXISTS (
    SELECT 1 FROM webhook_deliveries earlier
    WHERE earlier.subscription_id = ${alias}.subscription_id AND earlier.authorization_id = ${alias}.authorization_id
      AND earlier.sequence < ${alias}.sequence AND earlier.attempt = 0 AND earlier.next_attempt_at IS NOT NULL
      AND earlier.authorization_id IS NOT NULL))`;
}
