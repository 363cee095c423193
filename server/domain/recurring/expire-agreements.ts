import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const BATCH = 1_000;

/**
 * Ends up to 1,000 requests that were not answered in time. Reads show them as expired before. Safe to run at any time
 * and by several at once. Returns how many; a full batch means that there may be more.
 */
export async function expireAgreements(input: { readonly now: Date }): Promise<number> {
  const rows = await query(
    getPool(),
    sql`WITH over AS (
        SELECT id FROM recurring_agreements WHERE status = 'pending' AND expires_at <= ${input.now}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE recurring_agreements SET status = 'expired', version = version + 1 FROM over
      WHERE recurring_agreements.id = over.id RETURNING recurring_agreements.id`,
  );
  return rows.length;
}
