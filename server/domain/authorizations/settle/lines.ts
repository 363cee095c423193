import { type Sql, sql } from "@/server/db/sql";

/**
 * How batches make their lines and charge for them. 1: until version 0.4, each part of a capture, charged for each capture. 2: each
 * whole capture or refund, charged for the payment as a whole.
 */
export const LINE_RULE = 2;

/** SQL: what rows of a batch's `captures c` and `refunds r` of one line have in common, which is the line's id. */
export function lineOf({ lineRule }: { readonly lineRule: number }): { readonly capture: Sql; readonly refund: Sql } {
  return lineRule === 1
    ? { capture: sql`c.id`, refund: sql`r.id` }
    : { capture: sql`c.transaction_id`, refund: sql`r.reversal_id` };
}
