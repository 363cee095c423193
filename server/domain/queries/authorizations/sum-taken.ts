import { type Sql, sql } from "@/server/db/sql";

/** Bounds the payments that are added up per agreement or code in a list. */
const ADDED_UP = 5_000;

/** SQL: captures less refunds, by the column's index. Null if there are more payments than are added up. */
export function sumTaken(paidBy: "agreement_id" | "payment_code_id", id: Sql): Sql {
  const column = paidBy === "agreement_id" ? sql`agreement_id` : sql`payment_code_id`;
  return sql`(SELECT CASE WHEN count(*) <= ${ADDED_UP} THEN coalesce(sum(p.minor), 0)::bigint END FROM (
      SELECT family_captured_minor - family_refunded_minor AS minor FROM authorizations
      WHERE ${column} = ${id} AND parent_id IS NULL LIMIT ${ADDED_UP + 1}
    ) p)`;
}
