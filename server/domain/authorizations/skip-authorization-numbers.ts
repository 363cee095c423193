import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const NUMBERS = 10_000_000;
const FEWEST = 100_000;
/** Half of all numbers. A loss of more than that may have used any of them. */
const MOST = NUMBERS / 2;
/** Repeats and lost races use up numbers too, and traffic grows. */
const MARGIN = 4;

/**
 * For a database restored to `dataAt`: skips the authorization numbers that may have been given out since, four times as many
 * as were drawn in as long a time before. Returns how many were skipped. Not idempotent: each call skips more numbers.
 */
export async function skipAuthorizationNumbers(input: { readonly dataAt: Date; readonly now: Date }): Promise<number> {
  const { dataAt, now } = input;
  const lostMs = Math.max(0, now.getTime() - dataAt.getTime());
  const before = new Date(dataAt.getTime() - lostMs);
  const [made] = await query<{ count: bigint }>(
    getPool(),
    sql`SELECT count(*) AS count FROM authorizations WHERE created_at > ${before} AND created_at <= ${dataAt}`,
  );
  const passed = Math.min(MOST, Math.max(FEWEST, Number(made?.count ?? 0) * MARGIN));
  // Drawn one by one, which the app's role may do; setting a sequence takes its owner.
  await query(
    getPool(),
    sql`SELECT count(nextval('authorization_number_seq')) FROM generate_series(1, ${passed}::bigint)`,
  );
  return passed;
}
