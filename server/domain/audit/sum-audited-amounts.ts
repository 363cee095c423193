import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import type { OperatorCaller } from "../caller";

/** Total an operator moved alone within a day, in units of a currency. Leaves out what another operator asked for. */
export async function sumAuditedAmounts(
  db: Queryable,
  { userId, environment, now }: OperatorCaller,
  { actions, currency }: { readonly actions: readonly string[]; readonly currency: string },
): Promise<number> {
  const [done] = await query<{ sum: string }>(
    db,
    sql`SELECT coalesce(sum((details->>'amount')::numeric), 0)::text AS sum FROM audit_records
      WHERE created_at > ${new Date(now.getTime() - DAY_MS)} AND user_id = ${userId} AND action = ANY(${[...actions]}::text[])
        AND environment = ${environment}::environment AND details->>'currency' = ${currency}
        AND details->>'askedBy' IS NULL`,
  );
  return Number(done?.sum ?? 0);
}
