import { type Sql, sql } from "@/server/db/sql";

/** Payments that are added up for one agreement or code: a list of those must not read without end. */
const ADDED_UP = 5_000;

/**
 * SQL: what was captured by one agreement or code, less what was refunded since; found by the index of that column. Null
 * where there were more requests than are added up.
 */
export function sumTaken(paidBy: "agreement_id" | "payment_code_id", id: Sql): Sql {
  const column = paidBy === "agreement_id" ? sql`agreement_id` : sql`payment_code_id`;
  return sql`(SELECT CASE WHEN count(*) <= ${ADDED_UP} THEN coalesce(sum(p.minor), 0)::bigint END FROM (
      SELECT family_captured_minor - family_refunded_minor AS minor FROM authorizations
      WHERE ${column} = ${id} AND parent_id IS NULL LIMIT ${ADDED_UP + 1}
    ) p)`;
}
